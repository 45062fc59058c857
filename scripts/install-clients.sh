#!/usr/bin/env bash
# Installs other people's clients for tests/clients from npm into .servers/clients (30 MB): Tabby's agent, and OpenAI's library.
# Nothing that they would run at installation is run.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .servers/clients
cp scripts/clients/package.json scripts/clients/package-lock.json .servers/clients/
npm ci --prefix .servers/clients --ignore-scripts --no-audit --no-fund --loglevel=error
