#!/bin/sh
# Once, when the database is made: the role that the app works as. What it may do is granted at each start of the app.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U frontrow -d frontrow <<'SQL'
CREATE ROLE app LOGIN PASSWORD :'password';
-- Limits of time for single statements, which a pooler does not pass on.
ALTER ROLE app SET statement_timeout = '5s';
ALTER ROLE app SET lock_timeout = '3s';
SQL
