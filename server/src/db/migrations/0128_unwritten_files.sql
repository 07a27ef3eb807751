-- Files of the storage that no row names, yet or any more: written down before the file is stored and taken out by the transaction that
-- names it; written down again by the one that names it no more. What nobody removed since is found here.
CREATE TABLE unwritten_file (
  file_key text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX unwritten_file_age ON unwritten_file (created_at);
