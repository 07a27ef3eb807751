-- Brings what search reads about these hosts up to date: who may be listed gets a row in listed_host, who may not
-- loses it.
--
-- Takes: the people's ids. Answers nothing.
--
-- Locks: the rows of listed_host that it writes.
CREATE OR REPLACE FUNCTION list_hosts(ids bigint[])
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM listed_host listed
  WHERE listed.user_id = ANY (ids)
    AND NOT EXISTS (SELECT 1 FROM listable_host host WHERE host.user_id = listed.user_id);

  INSERT INTO listed_host (user_id, words)
  SELECT user_id, array_to_tsvector(words)
  FROM listable_host
  WHERE user_id = ANY (ids)
  ON CONFLICT (user_id) DO UPDATE SET words = excluded.words;

  INSERT INTO search_word
  SELECT DISTINCT word COLLATE "C"
  FROM listable_host, unnest(words) AS word
  WHERE user_id = ANY (ids) AND word !~ '^='
  ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;
