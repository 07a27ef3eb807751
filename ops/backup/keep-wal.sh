#!/bin/sh
# archive_command of PostgreSQL: keep-wal.sh FOLDER %p %f keeps a WAL file as FOLDER/%f.gz, whole or not at all, and never
# overwrites one. A file of 16 MB in which little happened has 20 to 130 KB then: 1,440 of them a day, one a minute.
set -eu
kept="$1/$3.gz"
if [ -e "$kept" ]; then
  # Kept already, and PostgreSQL died before it knew.
  gzip -dc "$kept" | cmp -s "$2" -
  exit
fi
mkdir -p "$1"
gzip -1 <"$2" >"$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
