#!/usr/bin/env bash
# Installs a Neovim with built-in inline completion (0.12 or newer) for tests/editors/neovim: Debian testing's packages, with
# libraries of their own, in .servers/neovim (57 MB). The system's packages, sources and libraries stay as they are. Needs
# apt-get and patchelf. Testing moves on: the version is whatever it has today.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/.servers/neovim
[ ! -x "$root/bin/nvim" ] || exec "$root/bin/nvim" --version

if ! command -v patchelf > /dev/null; then
  apt-get --option DPkg::Lock::Timeout=300 --quiet --quiet update
  apt-get --option DPkg::Lock::Timeout=300 --quiet --quiet --yes --no-install-recommends install patchelf > /dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI) $(SUITE)' 'Created-By: Packages' | grep -v -e -security | head -n 1 | cut -d " " -f 1)
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
: > "$work/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror testing main" > "$work/sources.list"
own=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$work/lists"
  -o "Dir::Cache=$work/cache" -o "Dir::State::status=$work/status" -o Debug::NoLocking=1 -o Acquire::Languages=none
  -o APT::Sandbox::User=root)
# A mirror may change between the two.
for try in 1 2 3; do
  apt-get "${own[@]}" --quiet --quiet update &&
    apt-get "${own[@]}" --quiet --quiet --yes --no-install-recommends --download-only install neovim > /dev/null && break
  [ "$try" -lt 3 ]
  sleep 10
done
rm -rf "$root"
mkdir -p "$root/bin"
for package in "$work"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done

libraries=$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2> /dev/null || gcc -print-multiarch 2> /dev/null || echo x86_64-linux-gnu)
patchelf --set-interpreter "$libraries"/ld-linux-*.so.* --force-rpath --set-rpath "$libraries" "$root/usr/bin/nvim"
cat > "$root/bin/nvim" <<RUN
#!/bin/sh
export VIM=$root/usr/share/nvim VIMRUNTIME=$root/usr/share/nvim/runtime
exec $root/usr/bin/nvim "\$@"
RUN
chmod +x "$root/bin/nvim"
"$root/bin/nvim" --version
