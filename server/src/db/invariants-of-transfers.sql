-- What must hold of tickets that changed hands or were cancelled by their holders; see invariants.sql.
-- name: T09 a ticket is passed on once: the old one is void, the new one has its order, seat and terms, and a new code
SELECT t.id FROM ticket t
LEFT JOIN ticket n ON n.transferred_from = t.id
WHERE t.transferred <> (n.id IS NOT NULL)
  OR (t.transferred AND (
    t.voided_at IS NULL
    OR t.transferred_from IS NOT NULL
    OR (t.order_id, t.seat, t.self_cancel_hours, t.self_cancel_percent)
      IS DISTINCT FROM (n.order_id, n.seat, n.self_cancel_hours, n.self_cancel_percent)
    OR t.holder_key = n.holder_key
    OR t.code = n.code));
-- name: T10 what a holder's own cancellation gave back is what the ticket promised
SELECT r.id FROM refund r
JOIN payment p ON p.id = r.payment_id
JOIN orders o ON o.id = p.order_id
JOIN ticket t ON t.order_id = o.id AND NOT t.transferred
WHERE r.reason = 'self_cancelled'
  AND (t.voided_at IS NULL OR t.self_cancel_hours IS NULL OR CASE
    WHEN t.self_cancel_percent IS NULL THEN (o.refunded_price_minor, o.refunded_fee_minor)
      <> (o.price_minor - o.discount_minor, o.fee_minor)
    ELSE r.fee_minor <> 0
      OR r.price_minor > ((o.price_minor - o.discount_minor) * t.self_cancel_percent + 50) / 100
  END);
