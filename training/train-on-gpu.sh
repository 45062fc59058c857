#!/usr/bin/env bash
# Trains a configuration on a GPU that is lent for minutes, on a machine that can fetch nothing: from a bundle to a Q8_0 file.
# Needs python3 with PyTorch, tokenizers, numpy and gguf. Samples are cut by the processor while the GPU trains on them.
#   train-on-gpu.sh BUNDLE CONFIGURATION OUT FIRST_SECONDS SECOND_TOKENS
set -euo pipefail
[ $# -eq 5 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 2; }
bundle=$(realpath "$1") configuration=$(realpath "$2") out=$(realpath "$3") first_seconds=$4 second_tokens=$5
cd "$(dirname "$0")"
NEARFIRST_TRAINING_WORK=$(mktemp -d)
export NEARFIRST_TRAINING_WORK PYTHONUNBUFFERED=1
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$NEARFIRST_TRAINING_WORK"' EXIT
training() { python3 -m nearfirst_training "$@"; }
hours=$(python3 -c "print($first_seconds / 3600)")
name=$(basename "$configuration" .toml)
device=${DEVICE:-cuda}
processes=$(($(nproc) > 4 ? $(nproc) - 3 : 1))

training bundle --unpack "$bundle"
# One shard first: it finds the clean files and encodes the corpus, for both stages.
training samples --configuration "$configuration" --stage second --shards 1 --processes 1
training samples --configuration "$configuration" --passes 20 --processes "$processes" &
first=$!
training train --configuration "$configuration" --run "$name" --device "$device" --follow --hours "$hours" --checkpoint-minutes 60
kill "$first" 2>/dev/null || true
training samples --configuration "$configuration" --stage second --passes 4 --processes "$processes" &
training train --configuration "$configuration" --run "$name" --stage second --device "$device" --follow \
  --tokens "$second_tokens" --checkpoint-minutes 60 --from "$NEARFIRST_TRAINING_WORK/runs/$name/first/last.pt"
for stage in first second; do cp "$NEARFIRST_TRAINING_WORK/runs/$name/$stage/log.jsonl" "$out/$stage.jsonl"; done
training export --checkpoint "$NEARFIRST_TRAINING_WORK/runs/$name/second/last.pt" --out "$NEARFIRST_TRAINING_WORK/export" \
  --name "$name" --types q8_0 --hf-dtype none
split --bytes=15M "$NEARFIRST_TRAINING_WORK/export/$name-q8_0.gguf" "$out/$name-q8_0.gguf."
cp "$NEARFIRST_TRAINING_WORK/export/export.json" "$out/"
