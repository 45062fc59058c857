#!/usr/bin/env bash
# Makes other quantisations of a model of ours from its committed Q8_0 file, for `MODELS=… scripts/run-evaluation.sh` to ask (18 MB to
# fetch from PyPI, once; llama.cpp's library for the K-quants comes with `npm ci`). They lie in .servers/quantised, each with its card.
#   scripts/quantise-model.sh NAME [TYPES]
#     NAME    nearfirst-small or nearfirst-embedded
#     TYPES   with commas; default f16,q5_1,q5_0,q4_1,q4_0,q4_k-as-f16,q3_k-as-f16,q2_k-as-f16. The file's weights are rounded to 8 bits:
#             f16 of them is no gain. TYPE-as-f16 is rounded to TYPE and stored as f16, since no width of ours is a multiple of 256.
set -euo pipefail
cd "$(dirname "$0")/.."
model=models/$1-q8_0.gguf
types=${2:-f16,q5_1,q5_0,q4_1,q4_0,q4_k-as-f16,q3_k-as-f16,q2_k-as-f16}
folder=.servers/quantised
if [ ! -f "$model" ]; then
  echo "There is no $model. The models are $(basename -a -s -q8_0.gguf models/*-q8_0.gguf | paste -sd ' ')." >&2
  exit 2
fi
mkdir -p "$folder"
[ -x "$folder/python/bin/python" ] || python3 -m venv "$folder/python"
# Of what the training pipeline locks, the packages that this step needs.
awk '/^(gguf|numpy|pyyaml)==/ { own = 1 } own { print } !/\\$/ { own = 0 }' training/requirements.txt >"$folder/requirements.txt"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
  -r "$folder/requirements.txt"
PYTHONPATH=training "$folder/python/bin/python" -m nearfirst_training quantise --model "$model" --out "$folder" --types "$types"
