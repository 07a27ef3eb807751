-- What must hold of series passes after any story: see invariants.sql.
-- name: V01 the payment of a pass is the sum of its orders' payments, taken with them or not at all
SELECT w.id FROM pass_payment w
LEFT JOIN payment p ON p.pass_payment_id = w.id
GROUP BY w.id
HAVING sum(p.amount_minor) IS DISTINCT FROM w.amount_minor
  OR bool_or((p.provider, p.currency) <> (w.provider, w.currency))
  OR bool_or((p.status = 'succeeded') <> (w.status = 'succeeded'))
  OR bool_or(p.capture_ref IS DISTINCT FROM w.capture_ref)
  OR bool_or((p.status IN ('failed', 'canceled')) <> (w.status IN ('failed', 'canceled')));
-- name: V02 a pass that is bought has one order for each date that its buyer had no ticket for; all add up to its price
SELECT b.id FROM pass_purchase b
JOIN series_pass s ON s.id = b.pass_id
LEFT JOIN orders o ON o.pass_purchase_id = b.id
GROUP BY b.id, s.id
HAVING count(o.id) = 0
  OR count(DISTINCT o.event_id) <> count(o.id)
  OR bool_or(o.event_id <> ALL (s.event_ids))
  OR CASE WHEN count(o.id) = cardinality(s.event_ids) THEN sum(o.price_minor - o.discount_minor) <> s.price_minor
    ELSE sum(o.price_minor - o.discount_minor) >= s.price_minor END
  OR bool_or(o.currency <> s.currency)
  OR count(DISTINCT o.buyer_id) <> 1;
-- name: V03 only orders of one pass share a capture
SELECT p.provider, p.capture_ref FROM payment p
WHERE p.capture_ref IS NOT NULL
GROUP BY 1, 2
HAVING count(*) > 1 AND (count(DISTINCT p.pass_payment_id) <> 1 OR bool_or(p.pass_payment_id IS NULL));
-- name: V04 no payment of an order of a pass but through the pass
SELECT p.id FROM payment p
JOIN orders o ON o.id = p.order_id
LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
WHERE o.pass_purchase_id IS DISTINCT FROM w.purchase_id;
-- name: M07 every local capture exists at the provider with the same amount, of a pass with that of all dates
SELECT p.id FROM payment p
LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
LEFT JOIN provider_object x ON x.provider = p.provider
  AND x.ref = p.capture_ref
  AND x.kind = 'capture'
  AND x.status = 'succeeded'
  AND (x.amount_minor, x.currency) = (coalesce(w.amount_minor, p.amount_minor), p.currency)
WHERE p.status = 'succeeded' AND p.amount_minor > 0 AND x.ref IS NULL;
