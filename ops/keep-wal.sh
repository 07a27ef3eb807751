#!/bin/sh
# archive_command of PostgreSQL: keep-wal.sh FOLDER %p %f. A file is there whole or not at all, and never overwritten.
set -eu
kept="$1/$3"
if [ -e "$kept" ]; then
  # Kept already, and PostgreSQL died before it knew.
  exec cmp -s "$2" "$kept"
fi
mkdir -p "$1"
cp "$2" "$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
