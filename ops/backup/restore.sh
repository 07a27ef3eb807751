#!/bin/sh
# restore.sh FOLDER NEW_DATA [TIME]: makes a new data folder of PostgreSQL from what backup.sh and keep-wal.sh kept in
# FOLDER, brings it forward to TIME ('2027-01-31 18:04:59+00'; without it: to the end), says whether that moment was
# reached, and stops. The folder is then an ordinary one: start PostgreSQL on it with the settings it had. TIME must lie
# a second or more after the end of a backup. Nothing of the old database is touched. WAL is read of the timeline that
# the backup began on: another one, as of a rehearsal, may have come among the kept files (TIMELINE). Needs pg_ctl on
# PATH (or PGBIN), and runs as the user who is to own the database. Ends with 3 where TIME was not reached.
set -eu
umask 077

fail() {
  echo "restore.sh: $1" >&2
  exit "${2:-1}"
}

[ $# -eq 2 ] || [ $# -eq 3 ] || fail "say from where, to where and to which time: restore.sh FOLDER NEW_DATA [TIME]"
self="$(cd "$(dirname "$0")" && pwd)"
folder="$(cd "$1" && pwd)"
time="${3:-}"
asked="$time"
until="99999999T999999Z"
if [ -n "$time" ]; then
  until="$(date -u -d "$time" +%Y%m%dT%H%M%SZ)" || fail "this is no time: $time"
  # The same moment for PostgreSQL, whatever the zone it was said in.
  time="$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%6N+00')"
fi
[ ! -e "$2" ] || [ -z "$(ls -A "$2")" ] || fail "$2 is not empty: restore into a new folder."
PATH="${PGBIN:-}:$PATH"
for bin in /usr/lib/postgresql/*/bin; do PATH="$PATH:$bin"; done
command -v pg_ctl >/dev/null || fail 'pg_ctl is not on PATH: set PGBIN to the folder of the programs of PostgreSQL.'
all="$(ls "$folder" | sed -n 's/^base-\(.*\)\.tar\.gz$/\1/p')"
base="$(echo "$all" | awk -v until="$until" '$0 "" < until ""' | sort | tail -n 1)"
[ -n "$base" ] || fail "there is no backup that ended before ${asked:-now}."
# Somebody restored before, and made no backup since: which of the two databases is meant?
newest="$(ls "$folder/wal" | sed -n 's/^\([0-9A-F]\{8\}\)\.history\(\.gz\)\{0,1\}$/\1/p' | sort | tail -n 1)"
if [ -z "${TIMELINE:-}" ] && [ -n "$newest" ]; then
  began="$(tar -xzOf "$folder/base-$base.tar.gz" ./backup_label | sed -n 's/^START TIMELINE: //p')"
  [ "$((0x$newest))" -le "$began" ] ||
    fail "a database was restored after this backup: set TIMELINE=latest for that one, or current for the one before."
fi
mkdir -p "$2"
chmod 700 "$2"
data="$(cd "$2" && pwd)"
tar -C "$data" -xzf "$folder/base-$base.tar.gz"
touch "$data/recovery.signal"

# Everything that is for the recovery alone stands in these two files and on the command line, and is gone afterwards.
# Nobody is let in: no address, and a socket in a folder that only we may enter.
work="$(mktemp -d)"
trap 'pg_ctl -D "$data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
echo 'local all all trust' >"$work/pg_hba.conf"
cat >"$work/postgresql.conf" <<CONF
data_directory = '$data'
hba_file = '$work/pg_hba.conf'
hot_standby = off
archive_mode = on
# Kept until the database is started as usual: then its history is archived, too.
archive_command = ''
logging_collector = off
log_destination = 'stderr'
lc_messages = 'C'
log_min_messages = 'log'
max_prepared_transactions = 100
CONF
set -- "config_file=$work/postgresql.conf" "listen_addresses=" "unix_socket_directories=$work" "port=5432" \
  "hba_file=$work/pg_hba.conf" "hot_standby=off" "archive_mode=on" "archive_command=" "ssl=off" \
  "logging_collector=off" "log_destination=stderr" "lc_messages=C" "shared_preload_libraries=" \
  "recovery_target_action=promote" "recovery_target_timeline=${TIMELINE:-current}" "recovery_target_time=$time" \
  "restore_command=\"$self/fetch-wal.sh\" \"$folder/wal\" \"%f\" \"%p\""
options=""
for word in "$@"; do options="$options -c '$word'"; done
log="$work/log"
pg_ctl -D "$data" -l "$log" -W -o "$options" start >/dev/null 2>&1 || true
# `pg_ctl -w` calls it started once it reads WAL; it has ended its recovery when it would let people in.
waited=0
started=1
while [ "$waited" -lt "${RESTORE_SECONDS_MAX:-86400}" ]; do
  if [ "$(sed -n 8p "$data/postmaster.pid" 2>/dev/null | tr -d ' ')" = ready ]; then
    started=0
    break
  fi
  # A second after the beginning, its file is there as long as it runs.
  [ "$waited" -lt 2 ] || [ -e "$data/postmaster.pid" ] || break
  sleep 1
  waited=$((waited + 1))
done
last="$(sed -n 's/.*last completed transaction was at log time \(.*\)/\1/p' "$log" | tail -n 1)"
if [ "$started" -ne 0 ]; then
  if grep -q 'recovery ended before configured recovery target was reached' "$log"; then
    rm -rf "$data"
    fail "$asked was NOT reached: the last change that was kept is of ${last:-before the backup}. Leave the time away to restore until there." 3
  fi
  tail -n 20 "$log" >&2
  fail 'PostgreSQL could not read the kept WAL: see above.'
fi
if [ -n "$time" ]; then
  stopped="$(sed -n 's/.*recovery stopping \(before\|after\) commit of transaction [0-9]*, time \(.*\)/\2/p' "$log" | tail -n 1)"
  reached="$asked was reached: the first change after it${stopped:+, of $stopped,} is left out"
else
  reached="all kept WAL was read${last:+, until $last}"
fi
pg_ctl -D "$data" -m fast -w -t 600 stop >/dev/null
[ ! -e "$data/recovery.signal" ] || fail 'PostgreSQL did not end its recovery.'
echo "base-$base restored to $data; $reached. Start PostgreSQL on it."
