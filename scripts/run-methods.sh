#!/usr/bin/env bash
# Makes what the papers' methods need beside plain rows, and the report of all of it, after scripts/run-evaluation.sh has made those.
# What WORK holds already is gone on with; a run can be stopped and started again at any time.
#   scripts/run-methods.sh DATA [WORK]
#     DATA    the published files, here or in the folders humaneval-infilling and safim
#     WORK    where rows grow; default results/eval/work
#   LOCAL=nearfirst-small LARGE=nearfirst-embedded    the pair
#   LIMIT=150 SETTING=left-and-right                  the sample of the costly studies (seed 42)
#   BENCHMARK=humaneval-infilling-single-line        or stmteval-full, stmteval-suffix, in WORK/stmteval
#   REPORT=results/eval/report                        where the report goes; "none" for no report
#   REPEATS=5                                         so many runs of both models' plain rows, for intervals of the times; default 1
#   METHODS="large:few-shot-tfidf-1 local:twice …"    which, of whose model; "none" makes the report alone. large:csdrafting has the
#                                                     local model draft; large:dense-retrieval takes scripts/install-minilm.sh's model
set -euo pipefail
cd "$(dirname "$0")/.."

data=$1
work=${2:-results/eval/work}
local_model=${LOCAL:-nearfirst-small}
large_model=${LARGE:-nearfirst-embedded}
limit=${LIMIT:-150}
setting=${SETTING:-left-and-right}
repeats=${REPEATS:-1}
report=${REPORT:-results/eval/report}
methods=${METHODS:-local:few-shot-tfidf-1 local:few-shot-static-1 local:few-shot-random-1 large:few-shot-tfidf-1 local:twice large:twice local:without-drafts large:mccom large:mccom-without-draft local:voting-5}
benchmark=${BENCHMARK:-humaneval-infilling-single-line}
out=results/eval/$benchmark
mkdir -p "$work"
npm run --silent build
. scripts/evaluation-files.sh
humaneval=$(data_of humaneval-infilling)
case $benchmark in
  stmteval-*) tasks=$work/stmteval ;;
  *) tasks=$humaneval ;;
esac

# Routers that see the task alone are SynConfRoute's, on HumanEval.
embeddings=all-MiniLM-L6-v2.embeddings.jsonl
if [ "$tasks" = "$humaneval" ] && [ ! -f "$out/$embeddings.gz" ]; then
  nearfirst eval embed --benchmark "$benchmark" --data "$tasks" --model "$(scripts/install-minilm.sh)" --out "$work/$benchmark.$embeddings"
  gzip -9 --no-name --stdout "$work/$benchmark.$embeddings" >"$out/$embeddings.gz"
fi

for each in $methods; do
  [ "$each" = none ] && continue
  method=${each#*:}
  if [ "${each%%:*}" = local ]; then model=$local_model; else model=$large_model; fi
  answers=()
  case $method in
    mccom*) answers=(--answers "$out/$local_model.jsonl.gz") ;;
    repocoder) answers=(--answers "$out/$model.jsonl.gz") ;;
    few-shot-cross*) answers=(--answers "$out/$large_model.jsonl.gz") ;;
    few-shot-embedding*) answers=(--embeddings "$out/$embeddings.gz") ;;
    csdrafting) answers=(--drafter "$(file_of "$local_model")") ;;
    dense-retrieval) answers=(--embedder "$(scripts/install-minilm.sh)") ;;
  esac
  file=$(file_of "$model")
  rows=$work/$benchmark.$model.$method.jsonl
  sample=(--data "$tasks" --limit "$limit" --seed 42 --setting "$setting")
  nearfirst eval run --benchmark "$benchmark" "${sample[@]}" --model "$file" --method "$method" "${answers[@]}" --out "$rows"
  nearfirst eval score "$rows" "${sample[@]}" >/dev/null
  keep "$rows" "$out/$model.$method"
done

for repeat in $(seq 2 "$repeats"); do
  for model in "$local_model" "$large_model"; do
    rows=$work/$benchmark.$model.run-$repeat.jsonl
    sample=(--data "$tasks" --limit "$limit" --seed 42 --setting "$setting")
    nearfirst eval run --benchmark "$benchmark" "${sample[@]}" --model "$(file_of "$model")" --repeat "$repeat" --out "$rows"
    nearfirst eval score "$rows" "${sample[@]}" >/dev/null
    keep "$rows" "$out/$model.run-$repeat"
  done
done

[ "$report" = none ] && exit
all_data=(--data "$humaneval" --data "$(data_of safim)")
if [ -d "$work/stmteval" ]; then all_data+=(--data "$work/stmteval"); fi
folders=(results/eval/*-*/)
nearfirst eval report "${folders[@]%/}" --local "$local_model" --large "$large_model" "${all_data[@]}" --out "$report"
