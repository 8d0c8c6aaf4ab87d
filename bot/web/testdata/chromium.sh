#!/bin/sh
# chromium.sh install: installs Debian's Chromium for the tests, as root.
# chromium.sh axe FOLDER: fetches axe-core from npm into a folder, and prints the path of its script.
# Status 3 if this machine will not do.
set -eu

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

case "${1-}" in
install)
	if command -v chromium >/dev/null; then
		exit 0
	fi
	[ "$(id -u)" = 0 ] || wontdo "installing Chromium needs root"
	command -v apt-get >/dev/null || wontdo "this is no Debian, and there is no Chromium"
	apt-get update -qq || wontdo "apt-get cannot reach its archive, and there is no Chromium"
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove chromium </dev/null ||
		wontdo "apt-get cannot install Chromium"
	;;
axe)
	command -v npm >/dev/null || wontdo "there is no npm to fetch axe-core with"
	cd "$2"
	npm pack --silent axe-core@4.14.1 >/dev/null 2>&1 || wontdo "npm cannot fetch axe-core"
	tar xzf axe-core-4.14.1.tgz package/axe.min.js
	echo "$PWD/package/axe.min.js"
	;;
*)
	echo "usage: chromium.sh install | axe FOLDER" >&2
	exit 2
	;;
esac
