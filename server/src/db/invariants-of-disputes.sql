-- What must hold of disputes, and what they do to money, orders and refunds; see invariants.sql.
-- name: K01 the books hold what open disputes hold, and freeze the host's part of it
SELECT a.id FROM ledger_account a
LEFT JOIN ledger_entry e ON e.account_id = a.id
WHERE a.kind IN ('dispute_clearing', 'dispute_frozen')
GROUP BY a.id
HAVING coalesce(sum(e.amount_minor), 0) <> CASE a.kind
  WHEN 'dispute_clearing' THEN (
    SELECT coalesce(sum(d.amount_minor), 0) FROM dispute d JOIN payment p ON p.id = d.payment_id
    WHERE d.status = 'open' AND p.currency = a.currency)
  ELSE -(
    SELECT coalesce(sum(d.price_minor), 0)
    FROM dispute d
    JOIN payment p ON p.id = d.payment_id
    JOIN orders o ON o.id = p.order_id
    JOIN event ev ON ev.id = o.event_id
    WHERE d.status = 'open' AND p.currency = a.currency AND ev.host_id::text = a.owner) END;
-- name: K02 what we lost to disputes is their costs and what had gone back to the buyer before
SELECT a.id FROM ledger_account a
LEFT JOIN ledger_entry e ON e.account_id = a.id
WHERE a.kind = 'dispute_loss'
GROUP BY a.id
HAVING coalesce(sum(e.amount_minor), 0) <> (
  SELECT coalesce(sum(
    d.costs_minor + CASE d.status WHEN 'lost' THEN d.amount_minor - d.price_minor - d.fee_minor ELSE 0 END), 0)
  FROM dispute d JOIN payment p ON p.id = d.payment_id WHERE p.currency = a.currency);
-- name: K03 what went back of a payment and what a dispute took of it are never more than the payment
SELECT p.id FROM payment p
WHERE EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id)
  AND p.amount_minor < (
    SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id AND r.status = 'succeeded') + (
    SELECT coalesce(sum(d.price_minor + d.fee_minor), 0) FROM dispute d
    WHERE d.payment_id = p.id AND d.status <> 'won');
-- name: K04 no refund is under way for a payment that is disputed or was lost to a dispute
SELECT r.id FROM refund r
JOIN dispute d ON d.payment_id = r.payment_id AND d.status <> 'won'
WHERE r.status = 'requested' AND d.opened_at < app_now() - interval '5 min';
-- name: K05 an order is disputed or charged back as its payment is, unless it was refunded before
SELECT o.id FROM orders o
LEFT JOIN payment p ON p.order_id = o.id AND paid_its_order(p, o)
LEFT JOIN dispute d ON d.payment_id = p.id AND d.status <> 'won'
WHERE o.status IN ('disputed', 'charged_back') OR d.id IS NOT NULL
GROUP BY o.id
HAVING o.status <> 'refunded'
  AND o.status::text <> CASE
    WHEN bool_or(d.status = 'open') THEN 'disputed'
    WHEN bool_or(d.status = 'lost') THEN 'charged_back'
    ELSE 'paid' END;
-- name: K06 an order says what is disputed of it
SELECT o.id FROM orders o
LEFT JOIN payment p ON p.order_id = o.id AND paid_its_order(p, o)
LEFT JOIN dispute d ON d.payment_id = p.id AND d.status <> 'won'
GROUP BY o.id
HAVING o.disputed_price_minor <> coalesce(sum(d.price_minor), 0)
  OR o.disputed_fee_minor <> coalesce(sum(d.fee_minor), 0);
