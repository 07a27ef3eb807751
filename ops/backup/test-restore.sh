#!/bin/sh
# test-restore.sh FOLDER [TIME]: the monthly proof that the backups of FOLDER can be restored. Restores into a folder that
# is thrown away (TMPDIR has to have room for the database), starts it where nobody else gets in, and says what it has:
# seats and money have to add up. Ends with 1 where they do not. Nothing is written to FOLDER or the running database.
set -eu
self="$(cd "$(dirname "$0")" && pwd)"
[ $# -ge 1 ] || { echo 'test-restore.sh: say from where: test-restore.sh FOLDER [TIME]' >&2; exit 1; }
work="$(mktemp -d)"
data="$work/data"
PATH="${PGBIN:-}:$PATH"
for bin in /usr/lib/postgresql/*/bin; do PATH="$PATH:$bin"; done
trap 'pg_ctl -D "$data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
TIMELINE="${TIMELINE:-latest}" "$self/restore.sh" "$1" "$data" ${2:+"$2"}
printf "data_directory = '%s'\nlisten_addresses = ''\nunix_socket_directories = '%s'\nhba_file = '%s'\n" \
  "$data" "$work" "$work/pg_hba.conf" >"$work/postgresql.conf"
echo 'local all all trust' >"$work/pg_hba.conf"
# What the backup brought along must not archive, or listen, from here.
pg_ctl -D "$data" -l "$work/log" -w -t 600 -o "-c config_file='$work/postgresql.conf' -c archive_mode=off -c ssl=off \
  -c listen_addresses='' -c unix_socket_directories='$work' -c hba_file='$work/pg_hba.conf' -c port=5432 \
  -c shared_preload_libraries='' -c logging_collector=off" start >/dev/null || { tail "$work/log" >&2; exit 1; }
PGHOST="$work" PGPORT=5432 PGUSER="${PGUSER:-frontrow}" PGDATABASE="${PGDATABASE:-frontrow}" PGPASSWORD='' \
  psql -XAtq -v ON_ERROR_STOP=1 <<'SQL'
SELECT format('%s tickets of %s orders; the newest order is of %s.', (SELECT count(*) FROM ticket), count(*),
  coalesce(max(created_at)::text, 'never')) FROM orders;
DO $$
BEGIN
  IF EXISTS (SELECT FROM ledger_entry GROUP BY tx_id HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'a posting of the ledger does not add up to zero';
  END IF;
  IF EXISTS (SELECT FROM event WHERE sold + held > capacity) THEN
    RAISE EXCEPTION 'an event has more tickets than seats';
  END IF;
END $$;
SELECT 'Seats and money add up.';
SQL
