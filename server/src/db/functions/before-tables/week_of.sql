-- The week an event starts in, counted from 1970, for the mark '=w…' of listed events: where many match, lists read
-- those of a week at a time.
--
-- Takes: a time. Locks nothing.
CREATE OR REPLACE FUNCTION week_of(at timestamptz)
RETURNS int
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$ SELECT floor(extract(epoch FROM at) / 604800)::int $$;
