-- Each word and the next one as one, whatever stands between them, so that who searches for "lofi" finds "lo fi". These
-- are marks, not words: nothing typed wrong is corrected to "jazznight" because of a "Jazz night".
--
-- Takes: the words in their order. Answers the marks '=j…'. Locks nothing.
CREATE OR REPLACE FUNCTION neighbour_marks(words text[])
RETURNS text[]
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$
  SELECT ARRAY(
    SELECT '=j' || left(words[i] || words[i + 1], 40) FROM generate_series(1, cardinality(words) - 1) AS i)
$$;
