-- What time it is. All rules on time ask this function; tests replace it to move the clock
-- (docs/decisions/0004-database-time.md).
--
-- Takes nothing. Answers the start of the present statement. Locks nothing.
CREATE OR REPLACE FUNCTION app_now()
RETURNS timestamptz
LANGUAGE sql
STABLE
AS $$ SELECT statement_timestamp() $$;
