#!/usr/bin/env bash
# Installs what tests/editors/vscode drives, from npm, into .servers/code-server: VS Code 1.100.3 as code-server (314 MB).
# It runs with the machine's own Node 20. Nothing is compiled: three native modules that the tests do not need are replaced
# by a few lines each, so passwords, VS Code's watchdog and its terminal do not work in this copy.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly VERSION=4.100.3
readonly RIPGREP_VERSION=1.18.0
readonly FOLDER="$PWD/.servers/code-server"
readonly QUIET=(--ignore-scripts --no-audit --no-fund --loglevel=error)

if [ -f "$FOLDER/installed-$VERSION" ]; then exit 0; fi
rm -rf "$FOLDER"
mkdir -p "$FOLDER"
cd "$FOLDER"
echo '{ "private": true }' > package.json
npm install "code-server@$VERSION" "@vscode/ripgrep-linux-x64@$RIPGREP_VERSION" --save-exact "${QUIET[@]}"

code="$FOLDER/node_modules/code-server/lib/vscode"
# These two trees have lock files that npm ci refuses.
(cd "$code" && npm install --omit=dev "${QUIET[@]}")
(cd "$code/extensions" && npm install --omit=dev "${QUIET[@]}")
ln -sfn node_modules "$code/node_modules.asar"

# argon2 hashes passwords (the tests start without), the watchdog watches a parent process, spdlog writes log files.
cat > node_modules/argon2/argon2.js << 'JS'
const refuse = () => { throw new Error("This copy of code-server has no argon2: start it with --auth none."); };
exports.hash = refuse;
exports.verify = refuse;
JS
for module in native-watchdog @vscode/native-watchdog; do
  if [ -d "$code/node_modules/$module" ]; then echo 'exports.start = () => {};' > "$code/node_modules/$module/index.js"; fi
done
cp ../../scripts/code-server-spdlog.cjs "$code/node_modules/@vscode/spdlog/index.js"

# VS Code's file search: the package it has would fetch its program from elsewhere, a newer one is that program.
mkdir -p "$code/node_modules/@vscode/ripgrep/bin"
ln -sf "$FOLDER/node_modules/@vscode/ripgrep-linux-x64/bin/rg" "$code/node_modules/@vscode/ripgrep/bin/rg"
touch "installed-$VERSION"
