-- Whom a ticket or an order of a person is held under, whatever browser it was bought in: the holder_key of all that
-- is paid, and of what somebody with a session has begun. An event has one live ticket under each key.
--
-- Takes: the account. Answers 'u:7'. The text of a number is the same for ever, so the function is IMMUTABLE and
-- becomes part of the statement that asks: an index on holder_key is used as if the text stood there. Locks nothing.
CREATE OR REPLACE FUNCTION person_holder(p_account bigint)
RETURNS text
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT 'u:' || p_account::text
$$;
