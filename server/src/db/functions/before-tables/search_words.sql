-- The words of a text in its order, folded. Scripts that write no spaces are cut into pairs of characters; what stands
-- next to them in another script, such as "jazz" in "JAZZライブ", is also a word.
--
-- Vowel signs and tone marks from Devanagari to Khmer belong to their word, although PostgreSQL counts some of them as
-- neither letter nor digit.
--
-- Takes: the text. Answers its words; a word has at most 40 characters, and at most 100 pairs are made of one word.
-- Locks nothing.
CREATE OR REPLACE FUNCTION search_words(given text)
RETURNS text[]
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce(array_agg(part ORDER BY n, i), '{}')
  FROM regexp_split_to_table(
      search_fold(given),
      '[^[:alnum:]\u0900-\u0963\u0971-\u0DF3\u0E31-\u0E3A\u0E47-\u0E4E\u0EB1-\u0ECE\u0F71-\u0F84\u102B-\u103E'
        '\u17B4-\u17D3]+') WITH ORDINALITY AS split (word, n),
    LATERAL (
      SELECT 0 AS i, left(word, 40) AS part WHERE word <> '' AND word !~ '[぀-ヿ㐀-鿿가-힯]'
      UNION ALL
      SELECT i, substr(word, i, 2) FROM generate_series(1, least(greatest(char_length(word) - 1, 1), 100)) AS i
      WHERE word ~ '[぀-ヿ㐀-鿿가-힯]'
      UNION ALL
      -- After the pairs.
      SELECT 101, left(run[1], 40) FROM regexp_matches(word, '[^぀-ヿ㐀-鿿가-힯]{2,}', 'g') AS run
      WHERE word ~ '[぀-ヿ㐀-鿿가-힯]'
    ) AS parts
$$;
