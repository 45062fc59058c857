# Sourced by run-evaluation.sh and run-methods.sh: what both do with models, data and rows. `data` and `work` are the caller's.
# shellcheck shell=bash disable=SC2154

nearfirst() { nice -n 10 node packages/cli/dist/main.js "$@"; }

# data_of NAME: the folder of a benchmark's published files
data_of() { if [ -d "$data/$1" ]; then echo "$data/$1"; else echo "$data"; fi; }

# file_of NAME: a model's file
file_of() {
  local file
  for file in "models/$1-q8_0.gguf" ".servers/quantised/$1.gguf" ".servers/smollm2/$1-q4_1.gguf"; do
    if [ -f "$file" ]; then echo "$file" && return; fi
  done
  echo "There is no model $1: scripts/quantise-model.sh NAME makes nearfirst-small-q4_0 and the like, scripts/install-smollm2.sh the other." >&2
  return 1
}

# keep ROWS NAME: rows and verdicts, compressed, as results/eval has them
keep() {
  gzip -9 --no-name --stdout "$1" >"$2.jsonl.gz"
  gzip -9 --no-name --stdout "${1%.jsonl}.judged.jsonl" >"$2.judged.jsonl.gz"
}
