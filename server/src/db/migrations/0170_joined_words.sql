-- Who searches for "lofi" means "Lo-Fi" and "lo fi" too: words that a mark or a blank joins are found together and
-- apart.

-- Where only marks stand between words ("Lo-Fi", "AC/DC", "R.E.M.", "O'Brien"): each run of neighbours as one word.
CREATE FUNCTION joined_words(given text) RETURNS text[] LANGUAGE sql STABLE
RETURN (
  SELECT search_words(string_agg(array_to_string(parts[i:j], ''), ' ' ORDER BY n, i, j))
  FROM regexp_split_to_table(search_fold(given), '[[:space:]]+') WITH ORDINALITY AS chunks (chunk, n),
    LATERAL (SELECT array_remove(regexp_split_to_array(chunk, '[^[:alnum:]]+'), '') AS parts) AS split,
    LATERAL generate_series(1, cardinality(parts) - 1) AS i,
    -- At most eight together: a whole text of dots is not every word that its letters make.
    LATERAL generate_series(i + 1, least(i + 7, cardinality(parts))) AS j
);

-- Each word and the next one as one, whatever stands between them. These are marks, not words: nothing typed wrong is
-- corrected to "jazznight" because of a "Jazz night".
CREATE FUNCTION neighbour_marks(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT '=j' || left(words[i] || words[i + 1], 40) FROM generate_series(1, cardinality(words) - 1) AS i);

-- What a title, a tag or a name is found by.
CREATE FUNCTION head_words(given text) RETURNS text[] LANGUAGE sql STABLE
RETURN (
  SELECT words || joined_words(given) || neighbour_marks(words) FROM (SELECT search_words(given) AS words) AS apart
);

-- Tags that differ only in how their words are joined are one tag.
CREATE FUNCTION tag_key(tag text) RETURNS text LANGUAGE sql STABLE
RETURN (
  SELECT coalesce(nullif(regexp_replace(folded, '[-/.''_·[:space:]\u00AD\u2010\u2011\u2019]+', '', 'g'), ''), folded)
  FROM (SELECT search_fold(tag) AS folded) AS given
);

CREATE OR REPLACE VIEW listable_host AS
SELECT u.id AS user_id, head_words(u.username || ' ' || u.name || ' ' || u.surname) AS words
FROM app_user u WHERE u.role = 1 AND u.erased_at IS NULL;

CREATE OR REPLACE VIEW listable_event AS
SELECT e.id AS event_id, e.host_id, e.state, e.starts_at, e.started_at,
  CASE WHEN e.price_minor = 0 THEN 0
    ELSE e.price_minor + e.min_fee_minor + (e.price_minor * e.fee_bp + 5000) / 10000 END AS price_minor,
  array_to_tsvector(h.head || m.marks) AS head,
  array_to_tsvector(h.head || m.marks || search_words(d.text) || joined_words(d.text)) AS words
FROM event e
JOIN app_user u ON u.id = e.host_id
LEFT JOIN category c ON c.ide = e.category_ide
CROSS JOIN LATERAL (
  SELECT array_agg(t.tag ORDER BY t.position) AS tags FROM event_tag t WHERE t.event_id = e.id
) tagged
CROSS JOIN LATERAL (
  SELECT head_words(concat_ws(' ', e.title, array_to_string(tagged.tags, ' '), u.username, u.name, u.surname)) AS head
) h
CROSS JOIN LATERAL (SELECT concat_ws(' ', e.description, c.description) AS text) d
CROSS JOIN LATERAL (
  SELECT ARRAY['=h' || e.host_id, '=w' || week_of(e.starts_at)]
    || CASE WHEN e.price_minor = 0 AND e.opening_ticketing THEN ARRAY['=f'] END
    || CASE WHEN e.category_ide IS NOT NULL THEN ARRAY['=c' || e.category_ide] END
    || ARRAY(SELECT '=l' || ide FROM unnest(e.lang_ides) AS ide)
    || ARRAY(SELECT '=t' || tag_key(tag) FROM unnest(tagged.tags) AS tag) AS marks
) m
WHERE e.is_public AND e.cancelled_at IS NULL;

CREATE OR REPLACE FUNCTION list_events(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_event l USING event e
  WHERE l.event_id = ANY (ids) AND e.id = l.event_id AND (NOT e.is_public OR e.cancelled_at IS NOT NULL);

  INSERT INTO listed_event AS l (event_id, host_id, state, starts_at, started_at, price_minor, head, words)
  SELECT event_id, host_id, state, starts_at, started_at, price_minor, head, words
  FROM listable_event WHERE event_id = ANY (ids)
  ON CONFLICT (event_id) DO UPDATE SET state = excluded.state, starts_at = excluded.starts_at,
    started_at = excluded.started_at, price_minor = excluded.price_minor, head = excluded.head, words = excluded.words
  WHERE (l.state, l.starts_at, l.started_at, l.price_minor, l.head, l.words) IS DISTINCT FROM
    (excluded.state, excluded.starts_at, excluded.started_at, excluded.price_minor, excluded.head, excluded.words);

  INSERT INTO search_word
  SELECT DISTINCT lexeme COLLATE "C" FROM listed_event l, unnest(l.words)
  WHERE l.event_id = ANY (ids) AND lexeme !~ '^=' ORDER BY 1
  ON CONFLICT DO NOTHING;

  INSERT INTO listed_tag (tag, shown, words)
  SELECT DISTINCT ON (search_fold(t.tag)) search_fold(t.tag), t.tag, array_to_tsvector(head_words(t.tag))
  FROM event_tag t JOIN listed_event l ON l.event_id = t.event_id WHERE t.event_id = ANY (ids) ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION list_hosts(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_host l
  WHERE l.user_id = ANY (ids) AND NOT EXISTS (SELECT 1 FROM listable_host h WHERE h.user_id = l.user_id);

  INSERT INTO listed_host (user_id, words)
  SELECT user_id, array_to_tsvector(words) FROM listable_host WHERE user_id = ANY (ids)
  ON CONFLICT (user_id) DO UPDATE SET words = excluded.words;

  INSERT INTO search_word
  SELECT DISTINCT word COLLATE "C" FROM listable_host, unnest(words) AS word
  WHERE user_id = ANY (ids) AND word !~ '^=' ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;

UPDATE listed_tag SET words = array_to_tsvector(head_words(shown));
SELECT list_hosts(ARRAY(SELECT user_id FROM listed_host));
SELECT list_events(ARRAY(SELECT event_id FROM listed_event));
