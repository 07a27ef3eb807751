-- What a title, a tag or a name is found by: its words, those that only marks keep apart as one, and each with its
-- neighbour.
--
-- Takes: the text. Answers words and marks. Locks nothing.
CREATE OR REPLACE FUNCTION head_words(given text)
RETURNS text[]
LANGUAGE sql
STABLE
AS $$
  SELECT words || joined_words(given) || neighbour_marks(words)
  FROM (SELECT search_words(given) AS words) AS apart
$$;
