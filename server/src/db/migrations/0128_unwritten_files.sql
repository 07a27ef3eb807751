-- Files of the storage that no row names yet: written down before the file is stored, and taken out by the transaction that names it.
-- What a process that ended in between has left is found here.
CREATE TABLE unwritten_file (
  file_key text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX unwritten_file_age ON unwritten_file (created_at);
