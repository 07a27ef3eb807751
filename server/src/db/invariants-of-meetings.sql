-- What must hold of private meetings; see invariants.sql.
-- name: M01 every accepted request has its own event, every private event its request, for the same two and price
SELECT coalesce(r.id, e.id) FROM (SELECT * FROM private_request WHERE accepted_at IS NOT NULL) r
FULL JOIN (SELECT * FROM event WHERE private_for IS NOT NULL) e ON e.id = r.id
WHERE (e.host_id, e.private_for, e.starts_at, e.price_minor, e.currency)
  IS DISTINCT FROM (r.host_id, r.viewer_id, r.starts_at, r.price_minor, r.currency)
  OR e.ends_at < r.starts_at + r.minutes * interval '1 minute';
-- name: M02 a meeting is confirmed with its viewer's ticket, and stays accepted without one
SELECT r.id FROM private_request r
WHERE r.status IN ('accepted', 'confirmed') AND (r.status = 'confirmed') <> EXISTS (
  SELECT 1 FROM ticket t
  WHERE t.event_id = r.id AND t.holder_key = person_holder(r.viewer_id) AND t.voided_at IS NULL);
-- name: M03 what a request says of its money is what the books say
SELECT r.id, r.payment_state FROM private_request r
CROSS JOIN LATERAL (
  SELECT count(*) AS sales, bool_or(o.status = 'refunded') AS back
  FROM orders o
  WHERE o.event_id = r.id AND o.paid_at IS NOT NULL AND o.total_minor > 0) money
WHERE money.sales > 1
  OR (r.payment_state IN ('paid', 'refunded')) <> (money.sales = 1)
  OR (r.payment_state = 'refunded') <> coalesce(money.back, false)
  OR (r.payment_state = 'pending_ticket_purchase') <> (r.status = 'accepted' AND r.price_minor > 0);
-- name: M04 nothing of a host overlaps a private meeting
SELECT m.id, other.id FROM event m
JOIN event other ON other.host_id = m.host_id AND other.id <> m.id
WHERE m.private_for IS NOT NULL AND m.state < 2 AND other.state < 2
  AND tstzrange(m.starts_at, m.ends_at)
    && tstzrange(other.starts_at, coalesce(other.ends_at, other.starts_at + interval '120 minutes'));
-- name: M05 the event of a meeting is there as long as the meeting is
SELECT r.id, r.status, e.state FROM private_request r
JOIN event e ON e.id = r.id
WHERE (r.status IN ('accepted', 'confirmed')) <> (e.state < 2)
  OR (r.status = 'accepted' AND e.state <> 0)
  OR (r.status = 'finished' AND e.cancelled_at IS NOT NULL);
-- name: M06 the history of a request is whole, and its last line is the request
SELECT r.id FROM private_request r
LEFT JOIN LATERAL (
  SELECT s.* FROM private_request_step s WHERE s.request_id = r.id ORDER BY s.n DESC LIMIT 1) last ON true
WHERE (last.status, last.payment_state, last.starts_at, last.minutes, last.price_minor)
  IS DISTINCT FROM (r.status, r.payment_state, r.starts_at, r.minutes, r.price_minor)
  OR last.n <> (SELECT count(*) FROM private_request_step s WHERE s.request_id = r.id);
-- name: M07 nobody but the viewer ever orders, waits for or holds the seat of a meeting
SELECT o.id FROM orders o
JOIN event e ON e.id = o.event_id
WHERE e.private_for <> o.buyer_id
UNION ALL
SELECT t.id FROM ticket t
JOIN event e ON e.id = t.event_id
WHERE e.private_for <> t.holder_id
UNION ALL
SELECT e.id FROM event e
WHERE e.private_for IS NOT NULL AND e.waiting > 0;
-- name: M08 a host keeps nothing of a meeting that the host cancelled or missed
SELECT r.id FROM private_request r
JOIN orders o ON o.event_id = r.id AND o.paid_at IS NOT NULL AND o.total_minor > 0
WHERE (r.status = 'cancelled_by_host' OR r.missed_by IN ('host', 'both')) AND o.status = 'paid';
