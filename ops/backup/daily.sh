#!/bin/sh
# daily.sh FOLDER: makes a backup whenever the newest is a day old, and tells the database how full both disks are. Runs
# until a signal ends it; what fails is tried again in 15 minutes (LOOK_EVERY_SECONDS), and FrontrowBackupMissing fires
# after 26 hours. `daily.sh FOLDER --once` looks once.
set -u
self="$(cd "$(dirname "$0")" && pwd)"
folder="${1:?say where to: daily.sh FOLDER}"
every="${LOOK_EVERY_SECONDS:-900}"
trap 'exit 0' TERM INT

# 23 hours: a backup that takes an hour does not make the next one a day later than its day.
is_due() { [ -z "$(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' -mmin "-${BACKUP_EVERY_MINUTES:-1380}" | head -n 1)" ]; }

report_disk() {
  df -P -B1 "$2" | awk -v disk="$1" 'NR == 2 { printf "INSERT INTO disk_report (disk, free_bytes, size_bytes) VALUES (%c%s%c, %s, %s)\
    ON CONFLICT (disk) DO UPDATE SET free_bytes = excluded.free_bytes, size_bytes = excluded.size_bytes, reported_at = app_now();\n", 39, disk, 39, $4, $2 }' |
    psql -XAtq -v ON_ERROR_STOP=1
}

while :; do
  if is_due; then "$self/backup.sh" "$folder" || echo 'daily.sh: no backup was made; the next try follows.' >&2; fi
  # Before the app has started for the first time there is no table.
  if [ "$(psql -XAtqc "SELECT to_regclass('disk_report') IS NOT NULL")" = t ]; then
    report_disk backups "$folder"
    report_disk database "$(psql -XAtqc 'SHOW data_directory')"
  fi
  [ "${2:-}" != --once ] || exit 0
  sleep "$every" &
  wait $!
done
