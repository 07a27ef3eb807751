-- Where many events match, lists read those of a week at a time: each is marked with the week it starts in. Who types "music" means
-- the category as well as the word: an event is also told of by its category's name.
CREATE FUNCTION week_of(at timestamptz) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN floor(extract(epoch FROM at) / 604800)::int;

CREATE OR REPLACE VIEW listable_event AS
SELECT e.id AS event_id, e.host_id, e.state, e.starts_at, e.started_at,
  CASE WHEN e.price_minor = 0 THEN 0 ELSE e.price_minor + e.min_fee_minor + (e.price_minor * e.fee_bp + 5000) / 10000 END AS price_minor,
  array_to_tsvector(h.head || m.marks) AS head,
  array_to_tsvector(h.head || m.marks || search_words(concat_ws(' ', e.description, c.description))) AS words
FROM event e
JOIN app_user u ON u.id = e.host_id
LEFT JOIN category c ON c.ide = e.category_ide
CROSS JOIN LATERAL (
  SELECT array_agg(t.tag ORDER BY t.position) AS tags FROM event_tag t WHERE t.event_id = e.id
) tagged
CROSS JOIN LATERAL (
  SELECT search_words(concat_ws(' ', e.title, array_to_string(tagged.tags, ' '), u.username, u.name, u.surname)) AS head
) h
CROSS JOIN LATERAL (
  SELECT ARRAY['=h' || e.host_id, '=w' || week_of(e.starts_at)]
    || CASE WHEN e.price_minor = 0 THEN ARRAY['=f'] END || CASE WHEN e.category_ide IS NOT NULL THEN ARRAY['=c' || e.category_ide] END
    || ARRAY(SELECT '=l' || ide FROM unnest(e.lang_ides) AS ide) || ARRAY(SELECT '=t' || search_fold(tag) FROM unnest(tagged.tags) AS tag) AS marks
) m
WHERE e.is_public AND e.cancelled_at IS NULL;

SELECT list_events(ARRAY(SELECT id FROM event));

-- Whether an event is live is read where it lies in its order.
DROP INDEX listed_event_coming;
CREATE INDEX listed_event_coming ON listed_event (starts_at, event_id) INCLUDE (price_minor, state) WHERE state < 2;
