#!/usr/bin/env bash
# A real PostgreSQL on loopback for tests, without systemd. As root, or as a user who has PostgreSQL installed:
#   server.sh install       installs it if it is missing; status 3 if this machine will not do
#   server.sh up DIR        starts one in a fresh directory, and prints its address
#   server.sh up DIR durable   the same, and it writes to disk as others do
#   server.sh restart DIR   stops it at once and starts it again, as after a crash
#   server.sh down DIR      stops it and removes the directory
set -eu
verb=$1
dir=${2-}
how=${3-}

wontdo() {
	echo "not here: $1" >&2
	exit 3
}

# bin prints the directory with the programs of the newest version that is installed.
bin() {
	for b in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -rn); do
		if [ -x "$b/initdb" ]; then
			echo "$b"
			return
		fi
	done
	return 1
}

# packages installs Debian's package. No server starts by itself.
packages() {
	bin >/dev/null && return
	[ "$(id -u)" = 0 ] || wontdo "installing PostgreSQL needs root"
	command -v apt-get >/dev/null || wontdo "this is no Debian"
	apt-get update -qq || wontdo "apt-get cannot reach its archive"
	if [ ! -e /usr/sbin/policy-rc.d ]; then
		trap 'rm -f /usr/sbin/policy-rc.d' EXIT
		printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
		chmod 755 /usr/sbin/policy-rc.d
	fi
	mkdir -p /etc/postgresql-common
	[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql </dev/null || wontdo "apt-get cannot install postgresql"
}

# as runs a command as a user who is not root, whom PostgreSQL refuses.
as() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=postgres --regid=postgres --clear-groups -- env -u TMPDIR HOME=/ "$@"
	else
		"$@"
	fi
}

# free prints a port on which nobody listens.
free() {
	port=$((20000 + $$ % 10000))
	while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
	echo "$port"
}

up() {
	programs=$(bin) || wontdo "PostgreSQL is not installed"
	rm -rf "$dir"
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd)
	[ "$(id -u)" != 0 ] || chown postgres "$dir"
	cd "$dir"
	# The databases are thrown away: nothing needs to be on disk.
	as "$programs/initdb" -D "$dir/data" -U stackmate -A trust --no-sync -E UTF8 --locale=C >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; exit 1; }
	cat >>"$dir/data/postgresql.conf" <<-END
		port = $(free)
		listen_addresses = '127.0.0.1'
		unix_socket_directories = '$dir'
		fsync = off
		full_page_writes = off
		synchronous_commit = off
		wal_level = minimal
		max_wal_senders = 0
		max_connections = 200
		autovacuum = off
	END
	if [ "$how" = durable ]; then # the last word on a setting counts
		printf '%s = on\n' fsync full_page_writes synchronous_commit autovacuum >>"$dir/data/postgresql.conf"
	fi
	as "$programs/pg_ctl" -D "$dir/data" -w -l "$dir/data/log" start >/dev/null || { cat "$dir/data/log" >&2; exit 1; }
	echo "postgres://stackmate@127.0.0.1:$(sed -n 4p "$dir/data/postmaster.pid")/postgres?sslmode=disable"
}

down() {
	cd "$dir"
	as "$(bin)/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null || true
	cd /
	rm -rf "$dir"
}

restart() {
	cd "$dir"
	as "$(bin)/pg_ctl" -D "$dir/data" -m immediate -w -l "$dir/data/log" restart >/dev/null
}

case $verb in
install) packages ;;
up) up ;;
down) down ;;
restart) restart ;;
*)
	sed -n 2,8p "$0" >&2
	exit 2
	;;
esac
