#!/usr/bin/env bash
# Makes results/eval anew after a model has changed: rows, verdicts and scores of each model on each benchmark, and sweeps of the pairs.
# What WORK holds already is gone on with; a run can be stopped and started again at any time.
#   scripts/run-evaluation.sh DATA [WORK]
#     DATA    the published files, here or in the folders humaneval-infilling and safim
#     WORK    where rows grow, and where the StmtEval set is made (needs a registry once); default results/eval/work
#   MODELS="nearfirst-small nearfirst-embedded smollm2-135m-instruct"   which models; the last one by scripts/install-smollm2.sh;
#                                                                       nearfirst-small-q4_0 and the like by scripts/quantise-model.sh
#   BENCHMARKS="humaneval safim-control safim-block safim-api stmteval-full stmteval-suffix"    which benchmarks
#   HUMANEVAL_LIMIT=150 STMTEVAL_LIMIT=150 SAFIM_LIMIT=100              samples (seed 42); a larger one goes on with a smaller one
#   SETTING=left-and-right                                              one setting alone
set -euo pipefail
cd "$(dirname "$0")/.."

data=$1
work=${2:-results/eval/work}
models=${MODELS:-nearfirst-small nearfirst-embedded}
benchmarks=${BENCHMARKS:-humaneval safim-control safim-block safim-api stmteval-full stmteval-suffix}
mkdir -p "$work"
npm run --silent build
. scripts/evaluation-files.sh

setting() { if [ -n "${SETTING:-}" ]; then echo "--setting $SETTING"; fi; }

# evaluate BENCHMARK DATA [sample]: rows, verdicts and scores of all models
evaluate() {
  local benchmark=$1 data=$2 out=results/eval/$1 model rows file
  shift 2
  # shellcheck disable=SC2046
  set -- "$@" $(setting)
  mkdir -p "$out"
  for model in $models; do
    file=$(file_of "$model")
    rows=$work/$benchmark.$model.jsonl
    nearfirst eval run --benchmark "$benchmark" --data "$data" --model "$file" --out "$rows" "$@"
    nearfirst eval score "$rows" --data "$data" "$@" --json >"$out/$model.json"
    keep "$rows" "$out/$model"
  done
}

sample() { if [ -n "${1:-}" ]; then echo "--limit $1 --seed 42"; fi; }

# sweep BENCHMARK MEASURE: of both pairs, where both models have been asked
sweep() {
  local out=results/eval/$1 pair local_model large_model
  for pair in nearfirst-small:nearfirst-embedded nearfirst-embedded:smollm2-135m-instruct; do
    local_model=${pair%:*}
    large_model=${pair#*:}
    if [ -f "$out/$local_model.jsonl.gz" ] && [ -f "$out/$large_model.jsonl.gz" ]; then
      nearfirst eval sweep "$out/$local_model.jsonl.gz" "$out/$large_model.jsonl.gz" --measure "$2" --common >"$out/sweep-$local_model-$large_model.txt"
    fi
  done
}

for set in $benchmarks; do
  case $set in
    humaneval)
      # shellcheck disable=SC2046
      evaluate humaneval-infilling-single-line "$(data_of humaneval-infilling)" $(sample "${HUMANEVAL_LIMIT:-}")
      sweep humaneval-infilling-single-line tests
      ;;
    safim-control | safim-block)
      for language in python java cpp; do
        # shellcheck disable=SC2046
        evaluate "$set-$language" "$(data_of safim)" $(sample "${SAFIM_LIMIT:-100}")
      done
      sweep "$set-python" tests
      ;;
    safim-api)
      for language in python java cpp; do evaluate "$set-$language" "$(data_of safim)"; done
      ;;
    stmteval-full | stmteval-suffix)
      if [ ! -f "$work/stmteval/tasks.jsonl" ]; then scripts/make-stmteval.sh "$work/stmteval"; fi
      # shellcheck disable=SC2046
      evaluate "$set" "$work/stmteval" $(sample "${STMTEVAL_LIMIT:-}")
      sweep "$set" exact
      ;;
    *)
      echo "There is no set of benchmarks \"$set\"; this file names them at its top." >&2
      exit 2
      ;;
  esac
done
