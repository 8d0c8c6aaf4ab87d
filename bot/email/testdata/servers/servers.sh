#!/bin/sh
# Real mail servers on loopback for the tests of bot/email, without systemd. As root:
#   servers.sh up DIR     starts them in a fresh directory and returns when they answer
#   servers.sh pause DIR  stops them; what has been delivered stays
#   servers.sh resume DIR starts them again
#   servers.sh down DIR   stops them and removes the directory
# Needed: dovecot-core dovecot-imapd dovecot-lmtpd dovecot-submissiond opensmtpd openssl
set -eu
here=$(cd "$(dirname "$0")" && pwd)
verb=$1
dir=$2

start() {
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
	echo "usage: servers.sh up|pause|resume|down DIR" >&2
	exit 2
	;;
esac
