-- As before; what only token holders get is listed, but not among what is free (decisions 12).
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
    || CASE WHEN e.price_minor = 0 AND e.opening_ticketing THEN ARRAY['=f'] END || CASE WHEN e.category_ide IS NOT NULL THEN ARRAY['=c' || e.category_ide] END
    || ARRAY(SELECT '=l' || ide FROM unnest(e.lang_ides) AS ide) || ARRAY(SELECT '=t' || search_fold(tag) FROM unnest(tagged.tags) AS tag) AS marks
) m
WHERE e.is_public AND e.cancelled_at IS NULL;

DROP TRIGGER listed ON event;
CREATE TRIGGER listed AFTER INSERT OR UPDATE OF title, description, state, is_public, cancelled_at, starts_at, started_at,
  price_minor, min_fee_minor, fee_bp, category_ide, lang_ides, opening_ticketing ON event
FOR EACH ROW EXECUTE FUNCTION event_listed();
SELECT list_events(ARRAY(SELECT id FROM event WHERE price_minor = 0 AND NOT opening_ticketing));
