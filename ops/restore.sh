#!/bin/sh
# restore.sh FOLDER NEW_DATA [TIME]: makes a new data folder of PostgreSQL from what backup.sh and keep-wal.sh kept in
# FOLDER. Started, it reads WAL up to TIME ('2027-01-31 18:04:59+00'; without it: to the end) and takes writes from then
# on. TIME must lie a second or more after the end of a backup. Nothing of the old database is touched. WAL is read of
# the timeline that the backup began on: another one, as of a rehearsal, may have come among the kept files (TIMELINE).
set -eu
umask 077

fail() {
  echo "restore.sh: $1" >&2
  exit 1
}

[ $# -eq 2 ] || [ $# -eq 3 ] || fail "say from where, to where and to which time: restore.sh FOLDER NEW_DATA [TIME]"
folder="$(cd "$1" && pwd)"
time="${3:-}"
until="99999999T999999Z"
if [ -n "$time" ]; then
  until="$(date -u -d "$time" +%Y%m%dT%H%M%SZ)" || fail "this is no time: $time"
  # The same moment for PostgreSQL, whatever the zone it was said in.
  time="$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%N+00')"
fi
[ ! -e "$2" ] || [ -z "$(ls -A "$2")" ] || fail "$2 is not empty: restore into a new folder."
all="$(ls "$folder" | sed -n 's/^base-\(.*\)\.tar\.gz$/\1/p')"
base="$(echo "$all" | awk -v until="$until" '$0 "" < until ""' | sort | tail -n 1)"
[ -n "$base" ] || fail "there is no backup that ended before ${3:-now}."
# Somebody restored before, and made no backup since: which of the two databases is meant?
if [ -z "${TIMELINE:-}" ] && ls "$folder"/wal/*.history >/dev/null 2>&1; then
  began="$(tar -xzOf "$folder/base-$base.tar.gz" ./backup_label | sed -n 's/^START TIMELINE: //p')"
  newest="$(ls "$folder/wal" | sed -n 's/^\([0-9A-F]\{8\}\)\.history$/\1/p' | sort | tail -n 1)"
  [ "$((0x$newest))" -le "$began" ] ||
    fail "a database was restored after this backup: set TIMELINE=latest for that one, or current for the one before."
fi
mkdir -p "$2"
chmod 700 "$2"
data="$(cd "$2" && pwd)"
tar -C "$data" -xzf "$folder/base-$base.tar.gz"
# Nobody is let in before the moment is reached.
{
  echo "hot_standby = off"
  echo "restore_command = 'cp \"$folder/wal/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  echo "recovery_target_timeline = '${TIMELINE:-current}'"
  echo "recovery_target_time = '$time'"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "base-$base restored to $data: start PostgreSQL on it."
