-- App admins suspend people and unpublish events (docs/decisions/0122, 0123).

ALTER TABLE app_user
  ADD COLUMN suspended_at timestamptz,
  -- The person reads it.
  ADD COLUMN suspended_reason text CHECK (char_length(suspended_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT suspended_has_reason CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL));
CREATE INDEX app_user_suspended ON app_user (suspended_at) WHERE suspended_at IS NOT NULL;

ALTER TABLE event
  ADD COLUMN unpublished_at timestamptz,
  -- The host reads it.
  ADD COLUMN unpublished_reason text CHECK (char_length(unpublished_reason) BETWEEN 1 AND 500),
  -- Unpublished because its host was suspended: published again when the host is restored.
  ADD COLUMN unpublished_with_host boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT unpublished_has_reason CHECK (
    (unpublished_at IS NULL) = (unpublished_reason IS NULL)
    AND (unpublished_at IS NOT NULL OR NOT unpublished_with_host));

CREATE OR REPLACE VIEW listable_host AS
SELECT u.id AS user_id, head_words(u.username || ' ' || u.name || ' ' || u.surname) AS words
FROM app_user u
WHERE u.role = 1 AND u.erased_at IS NULL AND u.suspended_at IS NULL;

CREATE OR REPLACE VIEW listable_event AS
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
WHERE e.is_public AND e.cancelled_at IS NULL AND e.unpublished_at IS NULL;

CREATE TRIGGER listed_unpublished AFTER UPDATE OF unpublished_at ON event
  FOR EACH ROW WHEN (OLD.unpublished_at IS DISTINCT FROM NEW.unpublished_at) EXECUTE FUNCTION event_listed();
CREATE TRIGGER listed_suspended AFTER UPDATE OF suspended_at ON app_user
  FOR EACH ROW WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at) EXECUTE FUNCTION host_listed();
