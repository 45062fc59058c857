#!/usr/bin/env bash
# Installs what tests/editors/vim and tests/editors/emacs need from Debian, as root: Vim, Emacs, and tmux to press their keys.
# tests/editors/neovim needs tmux too, and scripts/install-neovim.sh.
set -euo pipefail
missing=()
vim --version 2> /dev/null | grep --quiet +textprop || missing+=(vim)
command -v emacs > /dev/null || missing+=(emacs-nox)
command -v tmux > /dev/null || missing+=(tmux)
[ "${#missing[@]}" -gt 0 ] || exit 0
apt-get --option DPkg::Lock::Timeout=300 --quiet --quiet update
apt-get --option DPkg::Lock::Timeout=300 --quiet --quiet --yes --no-install-recommends install "${missing[@]}" > /dev/null
