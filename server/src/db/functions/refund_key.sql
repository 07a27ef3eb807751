-- What a refund's success is posted and told under. A refund that came back and is made again has a key for each
-- success.
--
-- Takes: the refund's row. Locks nothing.
CREATE OR REPLACE FUNCTION refund_key(f refund)
RETURNS text
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT 'refund:' || f.id || CASE WHEN f.taken_back > 0 THEN ':' || f.taken_back ELSE '' END
$$;
