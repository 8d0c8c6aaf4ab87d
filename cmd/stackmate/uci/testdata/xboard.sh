#!/bin/sh
# xboard.sh install: installs Debian's XBoard, PolyGlot, Stockfish and Xvfb for the tests, as root.
# Status 3 if this machine will not do.
set -eu
[ "${1-}" = install ] || { echo "usage: xboard.sh install" >&2; exit 2; }
packages="xboard polyglot stockfish xvfb"

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

# shellcheck disable=SC2086 # four packages
if dpkg-query -s $packages >/dev/null 2>&1; then
	exit 0
fi
[ "$(id -u)" = 0 ] || wontdo "installing XBoard needs root"
command -v apt-get >/dev/null || wontdo "this is no Debian, and there is no XBoard"
apt-get update -qq || wontdo "apt-get cannot reach its archive, and there is no XBoard"
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove $packages </dev/null ||
	wontdo "apt-get cannot install XBoard"
