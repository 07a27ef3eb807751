#!/bin/sh
# restore_command of PostgreSQL: fetch-wal.sh FOLDER %f %p. Files of earlier releases are kept uncompressed.
set -eu
if [ -e "$1/$2.gz" ]; then
  gzip -dc "$1/$2.gz" >"$3"
elif [ -e "$1/$2" ]; then
  cp "$1/$2" "$3"
else
  # PostgreSQL asks past the end, too: not an error of ours.
  exit 1
fi
