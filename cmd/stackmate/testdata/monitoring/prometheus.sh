#!/bin/sh
# prometheus.sh install: installs Debian's Prometheus for the tests, as root; it does not start by
# itself. Status 3 if this machine will not do.
set -eu
[ "${1-}" = install ] || { echo "usage: prometheus.sh install" >&2; exit 2; }

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
	exit 0
fi
[ "$(id -u)" = 0 ] || wontdo "installing Prometheus needs root"
command -v apt-get >/dev/null || wontdo "this is no Debian, and there is no prometheus"
apt-get update -qq || wontdo "apt-get cannot reach its archive, and there is no prometheus"
if [ ! -e /usr/sbin/policy-rc.d ]; then
	trap 'rm -f /usr/sbin/policy-rc.d' EXIT
	printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
	chmod 755 /usr/sbin/policy-rc.d
fi
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove prometheus </dev/null ||
	wontdo "apt-get cannot install prometheus"
if command -v systemctl >/dev/null; then # nor with the machine
	systemctl disable -q prometheus 2>/dev/null || true
fi
