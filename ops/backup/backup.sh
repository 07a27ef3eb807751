#!/bin/sh
# backup.sh FOLDER: a base backup of the running PostgreSQL, FOLDER/base-<time of its end>.tar.gz. With the WAL that
# keep-wal.sh writes to FOLDER/wal, restore.sh brings back any moment after it. Runs where the database's files are, as
# the user who owns them; psql finds the database by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE. Keeps the newest
# KEEP_BACKUPS (14) and the WAL they need. Once a day is usual.
set -eu
umask 077

fail() {
  echo "backup.sh: $1" >&2
  exit 1
}

# Called by psql in the middle of the backup. Files that change while they are read (1) are made good by WAL.
if [ "${1:-}" = --copy ]; then
  code=0
  tar -C "$2" -cf "$3/base.tar" --exclude='./pg_wal/*' --exclude='./pg_replslot/*' --exclude='./pg_dynshmem/*' \
    --exclude='./pg_notify/*' --exclude='./pg_serial/*' --exclude='./pg_snapshots/*' --exclude='./pg_stat_tmp/*' \
    --exclude='./pg_subtrans/*' --exclude='./postmaster.*' --exclude='pgsql_tmp*' --warning=no-file-changed \
    --warning=no-file-removed . || code=$?
  [ "$code" -le 1 ] && touch "$3/copied"
  exit 0
fi

[ $# -eq 1 ] || fail 'say where to: backup.sh FOLDER'
self="$(cd "$(dirname "$0")" && pwd)/$(basename "$0")"
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
ask() { psql -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
data="$(ask 'SHOW data_directory')"
# The next backup could not read what another user wrote.
[ -O "$data" ] || fail "run me as the user who owns $data."
[ "$(ask 'SHOW archive_mode')" = on ] || fail 'archive_mode is off: without WAL a backup cannot be restored.'
[ -z "$(ls -A "$data/pg_tblspc")" ] || fail 'there are tablespaces, which this script does not copy.'

fresh="$(mktemp -d "$folder/unfinished-XXXXXX")"
trap 'rm -rf "$fresh"' EXIT
# Start and end must be said on one connection. The end waits until the WAL of the backup is kept.
psql -XAtq -v ON_ERROR_STOP=1 <<SQL
SET statement_timeout = 0;
\o /dev/null
SELECT pg_backup_start('frontrow', true);
\! "$self" --copy "$data" "$fresh"
SET statement_timeout = '15min';
\o $fresh/backup_label
SELECT labelfile FROM pg_backup_stop();
SQL
[ -e "$fresh/copied" ] || fail 'not all files could be copied.'
grep -q '^START WAL LOCATION' "$fresh/backup_label" || fail 'PostgreSQL did not say where the backup begins.'
tar -C "$fresh" -rf "$fresh/base.tar" ./backup_label
gzip -1 "$fresh/base.tar"
sync "$fresh/base.tar.gz"
name="base-$(date -u +%Y%m%dT%H%M%SZ)"
[ ! -e "$folder/$name.tar.gz" ] || fail 'another backup ended in this very second.'
sed -n 's/^START WAL LOCATION.*(file \([0-9A-F]*\)).*/\1/p' "$fresh/backup_label" >"$folder/$name.wal"
mv "$fresh/base.tar.gz" "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
# The alarm for a missing backup asks the database. A schema of an earlier release has no place for it.
if [ "$(ask "SELECT to_regclass('last_backup') IS NOT NULL")" = t ]; then
  ask "INSERT INTO last_backup (bytes) VALUES ($(stat -c %s "$folder/$name.tar.gz"))
    ON CONFLICT (is_one) DO UPDATE SET ended_at = app_now(), bytes = excluded.bytes"
fi

# What no kept backup needs goes. The first eight letters of a WAL file are its timeline, the others its place.
for old in $(ls "$folder" | grep '^base-.*\.tar\.gz$' | sort -r | tail -n "+$((${KEEP_BACKUPS:-14} + 1))"); do
  rm -f "$folder/$old" "$folder/${old%.tar.gz}.wal"
done
oldest="$(ls "$folder" | grep '^base-.*\.wal$' | sort | head -n 1)"
begin="$(cut -c 9-24 "$folder/$oldest")"
ls "$folder/wal" | grep -E '^[0-9A-F]{24}(\..*)?$' | awk -v begin="$begin" 'substr($0, 9, 16) "" < begin ""' |
  while read -r file; do rm -f "$folder/wal/$file"; done
