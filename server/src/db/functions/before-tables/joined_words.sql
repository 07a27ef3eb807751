-- Where only marks stand between the words of a text ("Lo-Fi", "AC/DC", "R.E.M.", "O'Brien"): each run of neighbours as
-- one word, so that who searches for "lofi" finds "Lo-Fi". At most eight are joined: a whole text of dots is not every
-- word that its letters make.
--
-- Takes: the text. Answers the joined words. Locks nothing.
CREATE OR REPLACE FUNCTION joined_words(given text)
RETURNS text[]
LANGUAGE sql
STABLE
AS $$
  SELECT search_words(string_agg(array_to_string(parts[i:j], ''), ' ' ORDER BY n, i, j))
  FROM regexp_split_to_table(search_fold(given), '[[:space:]]+') WITH ORDINALITY AS chunks (chunk, n),
    LATERAL (SELECT array_remove(regexp_split_to_array(chunk, '[^[:alnum:]]+'), '') AS parts) AS split,
    LATERAL generate_series(1, cardinality(parts) - 1) AS i,
    LATERAL generate_series(i + 1, least(i + 7, cardinality(parts))) AS j
$$;
