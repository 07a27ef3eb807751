-- What lists and search read: public events that are not cancelled, with their words. Kept by triggers in the transaction of the
-- change; a seat sold touches none of it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql STABLE
RETURN lower(unaccent(normalize(given, NFKC)));

-- The words of a text in its order, folded. Scripts that write no spaces are cut into pairs.
CREATE FUNCTION search_words(given text) RETURNS text[] LANGUAGE sql STABLE
RETURN (
  SELECT coalesce(array_agg(part ORDER BY n, i), '{}')
  FROM regexp_split_to_table(search_fold(given), '[^[:alnum:]]+') WITH ORDINALITY AS split (word, n),
    LATERAL (
      SELECT 0 AS i, left(word, 40) AS part WHERE word <> '' AND word !~ '[぀-ヿ㐀-鿿가-힯]'
      UNION ALL
      SELECT i, substr(word, i, 2) FROM generate_series(1, least(greatest(char_length(word) - 1, 1), 100)) AS i
      WHERE word ~ '[぀-ヿ㐀-鿿가-힯]'
    ) AS parts
);

CREATE TABLE listed_event (
  event_id uuid PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  host_id bigint NOT NULL,
  state smallint NOT NULL,
  starts_at timestamptz NOT NULL,
  started_at timestamptz,
  -- Fee included.
  price_minor bigint NOT NULL,
  -- Words of title, tags and host, and marks for filters: no word begins with '='.
  head tsvector NOT NULL,
  -- The same with the description's words.
  words tsvector NOT NULL
);

CREATE TABLE listed_host (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  words tsvector NOT NULL
);

CREATE TABLE listed_tag (
  tag text PRIMARY KEY,
  shown text NOT NULL,
  words tsvector NOT NULL
);

-- Every word that stands somewhere above, for words typed wrong.
CREATE TABLE search_word (word text COLLATE "C" PRIMARY KEY);

CREATE VIEW listable_host AS
SELECT u.id AS user_id, search_words(u.username || ' ' || u.name || ' ' || u.surname) AS words
FROM app_user u WHERE u.role = 1 AND u.erased_at IS NULL;

CREATE VIEW listable_event AS
SELECT e.id AS event_id, e.host_id, e.state, e.starts_at, e.started_at,
  CASE WHEN e.price_minor = 0 THEN 0 ELSE e.price_minor + e.min_fee_minor + (e.price_minor * e.fee_bp + 5000) / 10000 END AS price_minor,
  array_to_tsvector(h.head || m.marks) AS head,
  array_to_tsvector(h.head || m.marks || search_words(e.description)) AS words
FROM event e
JOIN app_user u ON u.id = e.host_id
CROSS JOIN LATERAL (
  SELECT array_agg(t.tag ORDER BY t.position) AS tags FROM event_tag t WHERE t.event_id = e.id
) tagged
CROSS JOIN LATERAL (
  SELECT search_words(concat_ws(' ', e.title, array_to_string(tagged.tags, ' '), u.username, u.name, u.surname)) AS head
) h
CROSS JOIN LATERAL (
  SELECT ARRAY['=h' || e.host_id] || CASE WHEN e.price_minor = 0 THEN ARRAY['=f'] END || CASE WHEN e.category_ide IS NOT NULL THEN ARRAY['=c' || e.category_ide] END
    || ARRAY(SELECT '=l' || ide FROM unnest(e.lang_ides) AS ide) || ARRAY(SELECT '=t' || search_fold(tag) FROM unnest(tagged.tags) AS tag) AS marks
) m
WHERE e.is_public AND e.cancelled_at IS NULL;

CREATE FUNCTION list_events(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_event l USING event e
  WHERE l.event_id = ANY (ids) AND e.id = l.event_id AND (NOT e.is_public OR e.cancelled_at IS NOT NULL);

  INSERT INTO listed_event AS l (event_id, host_id, state, starts_at, started_at, price_minor, head, words)
  SELECT event_id, host_id, state, starts_at, started_at, price_minor, head, words FROM listable_event WHERE event_id = ANY (ids)
  ON CONFLICT (event_id) DO UPDATE SET state = excluded.state, starts_at = excluded.starts_at, started_at = excluded.started_at,
    price_minor = excluded.price_minor, head = excluded.head, words = excluded.words
  WHERE (l.state, l.starts_at, l.started_at, l.price_minor, l.head, l.words)
    IS DISTINCT FROM (excluded.state, excluded.starts_at, excluded.started_at, excluded.price_minor, excluded.head, excluded.words);

  INSERT INTO search_word
  SELECT DISTINCT lexeme COLLATE "C" FROM listed_event l, unnest(l.words) WHERE l.event_id = ANY (ids) AND lexeme !~ '^=' ORDER BY 1
  ON CONFLICT DO NOTHING;

  INSERT INTO listed_tag (tag, shown, words)
  SELECT DISTINCT ON (search_fold(t.tag)) search_fold(t.tag), t.tag, array_to_tsvector(search_words(t.tag))
  FROM event_tag t JOIN listed_event l ON l.event_id = t.event_id WHERE t.event_id = ANY (ids) ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION list_hosts(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_host l WHERE l.user_id = ANY (ids) AND NOT EXISTS (SELECT 1 FROM listable_host h WHERE h.user_id = l.user_id);

  INSERT INTO listed_host (user_id, words)
  SELECT user_id, array_to_tsvector(words) FROM listable_host WHERE user_id = ANY (ids)
  ON CONFLICT (user_id) DO UPDATE SET words = excluded.words;

  INSERT INTO search_word
  SELECT DISTINCT word COLLATE "C" FROM listable_host, unnest(words) AS word WHERE user_id = ANY (ids) ORDER BY 1
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION event_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM list_events(ARRAY[NEW.id]); RETURN NULL; END $$;

CREATE TRIGGER listed AFTER INSERT OR UPDATE OF title, description, state, is_public, cancelled_at, starts_at, started_at,
  price_minor, min_fee_minor, fee_bp, category_ide, lang_ides ON event
FOR EACH ROW EXECUTE FUNCTION event_listed();

CREATE FUNCTION tags_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM list_events(ARRAY(SELECT DISTINCT event_id FROM changed)); RETURN NULL; END $$;

CREATE TRIGGER listed_added AFTER INSERT ON event_tag REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();
CREATE TRIGGER listed_changed AFTER UPDATE ON event_tag REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();
CREATE TRIGGER listed_removed AFTER DELETE ON event_tag REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();

CREATE FUNCTION host_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_hosts(ARRAY[NEW.id]);
  IF TG_OP = 'UPDATE' THEN PERFORM list_events(ARRAY(SELECT id FROM event WHERE host_id = NEW.id)); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER listed_added AFTER INSERT ON app_user FOR EACH ROW WHEN (NEW.role = 1) EXECUTE FUNCTION host_listed();
CREATE TRIGGER listed_changed AFTER UPDATE OF username, name, surname, role, erased_at ON app_user
FOR EACH ROW WHEN ((OLD.username, OLD.name, OLD.surname, OLD.role, OLD.erased_at) IS DISTINCT FROM (NEW.username, NEW.name, NEW.surname, NEW.role, NEW.erased_at))
EXECUTE FUNCTION host_listed();

SELECT list_hosts(ARRAY(SELECT id FROM app_user));
SELECT list_events(ARRAY(SELECT id FROM event));

-- Lists walk these in their order; a page is a walk of a few rows.
CREATE INDEX listed_event_coming ON listed_event (starts_at, event_id) INCLUDE (price_minor) WHERE state < 2;
CREATE INDEX listed_event_live ON listed_event (started_at, event_id) WHERE state = 1;
CREATE INDEX listed_event_past ON listed_event (starts_at, event_id) WHERE state = 2;
CREATE INDEX listed_event_host ON listed_event (host_id) WHERE state < 2;
-- Readers never wait for a list of pending entries.
CREATE INDEX listed_event_head ON listed_event USING gin (head) WITH (fastupdate = off) WHERE state < 2;
CREATE INDEX listed_event_words ON listed_event USING gin (words) WITH (fastupdate = off) WHERE state < 2;
CREATE INDEX listed_event_past_words ON listed_event USING gin (words) WITH (fastupdate = off) WHERE state = 2;
CREATE INDEX listed_host_words ON listed_host USING gin (words) WITH (fastupdate = off);
CREATE INDEX listed_tag_words ON listed_tag USING gin (words) WITH (fastupdate = off);
CREATE INDEX search_word_parts ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate = off);
