-- What the backup scripts report (ops/backup), so that an alarm can be raised when they stop. One row each: the newest
-- base backup, and how full the disks of the database and of the backups are.
CREATE TABLE last_backup (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  ended_at timestamptz NOT NULL DEFAULT app_now(),
  bytes bigint NOT NULL CHECK (bytes > 0)
);
CREATE TABLE disk_report (
  disk text PRIMARY KEY CHECK (char_length(disk) BETWEEN 1 AND 60),
  free_bytes bigint NOT NULL CHECK (free_bytes >= 0),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  reported_at timestamptz NOT NULL DEFAULT app_now()
);
