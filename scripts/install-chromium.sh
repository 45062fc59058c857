#!/usr/bin/env bash
# Installs the browser that the tests of the page run in, from Debian's or Ubuntu's packages; needs root, or sudo.
set -euo pipefail
command -v chromium > /dev/null && [ -d /usr/share/fonts/truetype/dejavu ] && exit 0
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -qq
"${root[@]}" apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
