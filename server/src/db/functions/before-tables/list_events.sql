-- Brings what lists and search read about these events up to date: an event that may be listed gets its row in
-- listed_event, with its words and its tags made known; one that may not loses it. A row that would stay the same is
-- not written.
--
-- Takes: the events' ids. Answers nothing.
--
-- Locks: the rows of listed_event that it writes.
CREATE OR REPLACE FUNCTION list_events(ids uuid[])
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM listed_event listed
  WHERE listed.event_id = ANY (ids)
    AND NOT EXISTS (SELECT 1 FROM listable_event its WHERE its.event_id = listed.event_id);

  INSERT INTO listed_event AS listed (event_id, host_id, state, starts_at, started_at, price_minor, head, words)
  SELECT event_id, host_id, state, starts_at, started_at, price_minor, head, words
  FROM listable_event
  WHERE event_id = ANY (ids)
  ON CONFLICT (event_id) DO UPDATE
  SET state = excluded.state, starts_at = excluded.starts_at, started_at = excluded.started_at,
    price_minor = excluded.price_minor, head = excluded.head, words = excluded.words
  WHERE (listed.state, listed.starts_at, listed.started_at, listed.price_minor, listed.head, listed.words)
    IS DISTINCT FROM (
      excluded.state, excluded.starts_at, excluded.started_at, excluded.price_minor, excluded.head, excluded.words);

  INSERT INTO search_word
  SELECT DISTINCT lexeme COLLATE "C"
  FROM listed_event listed, unnest(listed.words)
  WHERE listed.event_id = ANY (ids) AND lexeme !~ '^='
  ORDER BY 1
  ON CONFLICT DO NOTHING;

  INSERT INTO listed_tag (tag, shown, words)
  SELECT DISTINCT ON (search_fold(its_tag.tag))
    search_fold(its_tag.tag), its_tag.tag, array_to_tsvector(head_words(its_tag.tag))
  FROM event_tag its_tag
  JOIN listed_event listed ON listed.event_id = its_tag.event_id
  WHERE its_tag.event_id = ANY (ids)
  ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;
