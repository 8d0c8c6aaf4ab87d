#!/bin/sh
# Real mail servers on loopback for the tests of bot/email, without systemd. As root:
#   servers.sh install    installs what is missing; status 3 if this machine will not do
#   servers.sh up DIR     starts them in a fresh directory and returns when they answer
#   servers.sh pause DIR  stops them; what has been delivered stays
#   servers.sh resume DIR starts them again
#   servers.sh down DIR   stops them and removes the directory
set -eu
needed="dovecot-core dovecot-imapd dovecot-lmtpd dovecot-submissiond opensmtpd openssl procps"
here=$(cd "$(dirname "$0")" && pwd)
verb=$1
dir=${2-}

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

# packages installs what is needed. Nothing that is installed starts by itself, nothing
# asks, and no other mail server is removed for it.
packages() {
	[ "$(id -u)" = 0 ] || wontdo "mail servers need root"
	command -v apt-get >/dev/null || wontdo "this is no Debian"
	missing=
	for p in $needed; do
		[ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
	done
	if [ -n "$missing" ]; then
		apt-get update -qq || wontdo "apt-get cannot reach its archive, and these are missing:$missing"
		if [ ! -e /usr/sbin/policy-rc.d ]; then
			trap 'rm -f /usr/sbin/policy-rc.d' EXIT
			printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
			chmod 755 /usr/sbin/policy-rc.d
		fi
		export DEBIAN_FRONTEND=noninteractive
		if command -v debconf-set-selections >/dev/null; then
			printf 'opensmtpd opensmtpd/mailname string mx.example.test\nopensmtpd opensmtpd/root_address string\n' | debconf-set-selections
		fi
		# shellcheck disable=SC2086 # they are words
		apt-get install -y -qq --no-install-recommends --no-remove $missing </dev/null ||
			wontdo "apt-get cannot install$missing"
		if command -v systemctl >/dev/null; then # nor with the machine
			for p in $missing; do
				case $p in
				dovecot-core) systemctl disable -q dovecot ;;
				opensmtpd) systemctl disable -q opensmtpd ;;
				esac
			done 2>/dev/null || true
		fi
	fi
	case $(dovecot --version) in
	2.3.*) ;;
	*) wontdo "dovecot.conf.in is for Dovecot 2.3, this is $(dovecot --version)" ;;
	esac
}

start() {
	if ps -eo comm=,stat= | grep -q '^smtpd *[^Z ]'; then # there is one control socket a machine
		echo "another smtpd runs here already; stop it first" >&2
		exit 1
	fi
	setsid dovecot -F -c "$dir/dovecot.conf" >"$dir/dovecot.out" 2>&1 &
	echo $! >"$dir/dovecot.pid"
	setsid smtpd -d -f "$dir/smtpd.conf" >"$dir/smtpd.out" 2>&1 &
	echo $! >"$dir/smtpd.pid"
	for port in 10025 10143 10587; do
		tries=0
		until openssl s_client -connect 127.0.0.1:$port </dev/null 2>&1 | grep -q CONNECTED; do
			tries=$((tries + 1))
			if [ $tries -gt 100 ]; then
				echo "port $port does not answer" >&2
				cat "$dir"/*.out "$dir/dovecot.log" >&2
				exit 1
			fi
			sleep 0.1
		done
	done
}

# alive reports whether anything runs in the group of a process.
alive() { ps -eo pgid=,stat= | awk -v g="$1" '$1 == g && $2 !~ /^Z/ { found = 1 } END { exit !found }'; }

stop() {
	for name in dovecot smtpd; do
		pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
		/bin/kill -TERM "$pid" 2>/dev/null || true
		tries=0
		while alive "$pid"; do
			tries=$((tries + 1))
			[ $tries -ne 10 ] || /bin/kill -TERM -- "-$pid" 2>/dev/null || true
			[ $tries -ne 60 ] || /bin/kill -KILL -- "-$pid" 2>/dev/null || true
			sleep 0.1
		done
		rm -f "$dir/$name.pid"
	done
}

case $verb in
install) packages ;;
up)
	mkdir -p "$dir/vmail" "$dir/run"
	id vmail >/dev/null 2>&1 || useradd -r -d /nonexistent -s /usr/sbin/nologin vmail
	chmod 755 "$dir"
	chown vmail: "$dir/vmail"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout "$dir/key.pem" -out "$dir/cert.pem" \
		-subj /CN=mx.example.test -addext 'subjectAltName=DNS:mx.example.test,DNS:localhost,IP:127.0.0.1' 2>/dev/null
	for who in bot alice bob; do
		echo "$who@example.test:{PLAIN}secret-$who"
	done >"$dir/users"
	for conf in dovecot.conf smtpd.conf; do
		sed "s|@DIR@|$dir|g" "$here/$conf.in" >"$dir/$conf"
	done
	chmod 600 "$dir/smtpd.conf"
	start
	;;
pause) stop ;;
resume) start ;;
down)
	stop
	rm -rf "$dir"
	;;
*)
	echo "usage: servers.sh install; servers.sh up|pause|resume|down DIR" >&2
	exit 2
	;;
esac
