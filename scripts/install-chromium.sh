#!/usr/bin/env bash
# Installs the browser that the tests of the page run in, from Debian's or Ubuntu's packages; needs root, or sudo.
set -euo pipefail
command -v chromium > /dev/null && exit 0
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
"${root[@]}" apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
