#!/bin/sh
# xboard.sh install: installs Debian's XBoard, PolyGlot, Stockfish and Xvfb for the tests, as root.
# Status 3 if this machine will not do.
set -eu
[ "${1-}" = install ] || { echo "usage: xboard.sh install" >&2; exit 2; }
PATH=$PATH:/usr/games

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

if command -v xboard >/dev/null && command -v polyglot >/dev/null && command -v stockfish >/dev/null && command -v Xvfb >/dev/null; then
	exit 0
fi
[ "$(id -u)" = 0 ] || wontdo "installing XBoard needs root"
command -v apt-get >/dev/null || wontdo "this is no Debian, and there is no XBoard"
apt-get update -qq || wontdo "apt-get cannot reach its archive, and there is no XBoard"
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove xboard polyglot stockfish xvfb </dev/null ||
	wontdo "apt-get cannot install XBoard"
