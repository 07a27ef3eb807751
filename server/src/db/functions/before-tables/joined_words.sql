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
    LATERAL (
      SELECT array_remove(regexp_split_to_array(chunk,
        '[^[:alnum:]\u0900-\u0963\u0971-\u0DF3\u0E31-\u0E3A\u0E47-\u0E4E\u0EB1-\u0ECE\u0F71-\u0F84\u102B-\u103E'
          '\u17B4-\u17D3]+'), '') AS parts
    ) AS split,
    LATERAL generate_series(1, cardinality(parts) - 1) AS i,
    LATERAL generate_series(i + 1, least(i + 7, cardinality(parts))) AS j
$$;
