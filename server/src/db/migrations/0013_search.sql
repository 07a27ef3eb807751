-- What lists and search read: public events that are not cancelled, and hosts, with their words. Kept by triggers in
-- the transaction of the change; a seat sold touches none of it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

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
  -- The same with the words of the description and of the category's name.
  words tsvector NOT NULL
);
-- Lists walk these in their order; a page is a walk of a few rows.
CREATE INDEX listed_event_coming ON listed_event (starts_at, event_id) INCLUDE (price_minor, state) WHERE state < 2;
CREATE INDEX listed_event_live ON listed_event (started_at, event_id) WHERE state = 1;
CREATE INDEX listed_event_past ON listed_event (starts_at, event_id) WHERE state = 2;
CREATE INDEX listed_event_host ON listed_event (host_id) WHERE state < 2;
-- fastupdate off: readers never wait for a list of pending entries.
CREATE INDEX listed_event_head ON listed_event USING gin (head) WITH (fastupdate = off) WHERE state < 2;
CREATE INDEX listed_event_words ON listed_event USING gin (words) WITH (fastupdate = off) WHERE state < 2;
CREATE INDEX listed_event_past_words ON listed_event USING gin (words) WITH (fastupdate = off) WHERE state = 2;

CREATE TABLE listed_host (
  user_id bigint PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  words tsvector NOT NULL
);
CREATE INDEX listed_host_words ON listed_host USING gin (words) WITH (fastupdate = off);

CREATE TABLE listed_tag (
  tag text PRIMARY KEY,
  shown text NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX listed_tag_words ON listed_tag USING gin (words) WITH (fastupdate = off);

-- Every word that stands somewhere above, for words typed wrong.
CREATE TABLE search_word (word text COLLATE "C" PRIMARY KEY);
CREATE INDEX search_word_parts ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- Each host as it is to stand in listed_host.
CREATE VIEW listable_host AS
SELECT u.id AS user_id, head_words(u.username || ' ' || u.name || ' ' || u.surname) AS words
FROM app_user u
WHERE u.role = 1 AND u.erased_at IS NULL;

-- Each event as it is to stand in listed_event. The marks say: the host (=h), the week it starts in (=w), free for
-- everybody (=f), the category (=c), the languages (=l), the tags (=t), two neighbouring words (=j).
CREATE VIEW listable_event AS
SELECT
  e.id AS event_id, e.host_id, e.state, e.starts_at, e.started_at,
  CASE
    WHEN e.price_minor = 0 THEN 0
    ELSE e.price_minor + e.min_fee_minor + (e.price_minor * e.fee_bp + 5000) / 10000
  END AS price_minor,
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
  SELECT
    ARRAY['=h' || e.host_id, '=w' || week_of(e.starts_at)]
    || CASE WHEN e.price_minor = 0 AND e.opening_ticketing THEN ARRAY['=f'] END
    || CASE WHEN e.category_ide IS NOT NULL THEN ARRAY['=c' || e.category_ide] END
    || ARRAY(SELECT '=l' || ide FROM unnest(e.lang_ides) AS ide)
    || ARRAY(SELECT '=t' || tag_key(tag) FROM unnest(tagged.tags) AS tag) AS marks
) m
WHERE e.is_public AND e.cancelled_at IS NULL;

CREATE TRIGGER listed AFTER INSERT OR UPDATE OF
  title, description, state, is_public, cancelled_at, starts_at, started_at,
  price_minor, min_fee_minor, fee_bp, category_ide, lang_ides, opening_ticketing ON event
  FOR EACH ROW EXECUTE FUNCTION event_listed();

CREATE TRIGGER listed_added AFTER INSERT ON event_tag REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();
CREATE TRIGGER listed_changed AFTER UPDATE ON event_tag REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();
CREATE TRIGGER listed_removed AFTER DELETE ON event_tag REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tags_listed();

CREATE TRIGGER listed_added AFTER INSERT ON app_user
  FOR EACH ROW WHEN (NEW.role = 1) EXECUTE FUNCTION host_listed();
CREATE TRIGGER listed_changed AFTER UPDATE OF username, name, surname, role, erased_at ON app_user
  FOR EACH ROW WHEN (
    (OLD.username, OLD.name, OLD.surname, OLD.role, OLD.erased_at)
      IS DISTINCT FROM (NEW.username, NEW.name, NEW.surname, NEW.role, NEW.erased_at))
  EXECUTE FUNCTION host_listed();
