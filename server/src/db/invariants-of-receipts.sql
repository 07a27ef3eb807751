-- What must hold of receipts and the notes that correct them after any story: see invariants.sql.
-- name: Q01 numbers of receipts and notes have no gap, by series and year
SELECT coalesce(c.series, p.series), coalesce(c.year, p.year)
FROM receipt_counter c
FULL JOIN (SELECT series, year, count(*) used, min(number) first, max(number) last FROM receipt_part GROUP BY 1, 2) p
  ON (p.series, p.year) = (c.series, c.year)
WHERE (p.first = 1 AND p.last = c.last AND p.used = c.last) IS NOT TRUE;
-- name: Q02 a receipt is of a paid order, and its parts are the order's price and fee
SELECT r.id FROM receipt r
JOIN orders o ON o.id = r.order_id
LEFT JOIN receipt_part p ON p.receipt_id = r.id
WHERE r.kind = 'receipt'
GROUP BY r.id, o.id
HAVING o.paid_at IS NULL
  OR o.total_minor <> r.total_minor
  OR coalesce(sum(p.amount_minor) FILTER (WHERE p.issuer = 'host'), 0) <> o.price_minor - o.discount_minor
  OR coalesce(sum(p.amount_minor) FILTER (WHERE p.issuer = 'platform'), 0) <> o.fee_minor;
-- name: Q03 each refund of an order with a receipt has one credit note with its parts, and no other has one
SELECT coalesce(n.id, f.id)
FROM (SELECT * FROM receipt WHERE refund_id IS NOT NULL) n
FULL JOIN (
  SELECT r.* FROM receipt given
  JOIN orders o ON o.id = given.order_id
  JOIN refund r ON r.payment_id = sale_payment(o)
  WHERE given.kind = 'receipt' AND (r.status = 'succeeded' OR r.taken_back > 0)) f ON f.id = n.refund_id
LEFT JOIN receipt_part p ON p.receipt_id = n.id
GROUP BY n.id, n.total_minor, f.id, f.price_minor, f.fee_minor, f.amount_minor
HAVING n.id IS NULL OR f.id IS NULL
  OR n.total_minor <> f.amount_minor
  OR coalesce(sum(p.amount_minor) FILTER (WHERE p.issuer = 'host'), 0) <> f.price_minor
  OR coalesce(sum(p.amount_minor) FILTER (WHERE p.issuer = 'platform'), 0) <> f.fee_minor;
-- name: Q04 the tax of a receipt is contained in its parts, rounded half up once, and notes give no more back
SELECT p.receipt_id FROM receipt_part p
JOIN receipt r ON r.id = p.receipt_id AND r.kind = 'receipt'
LEFT JOIN LATERAL (
  SELECT sum(c.amount_minor * n.sign) amount, sum(c.tax_minor * n.sign) tax
  FROM (SELECT *, CASE kind WHEN 'debit_note' THEN -1 ELSE 1 END AS sign FROM receipt) n
  JOIN receipt_part c ON c.receipt_id = n.id AND c.issuer = p.issuer
  WHERE n.corrects = r.id) back ON true
WHERE p.tax_minor <> floor((2 * p.amount_minor * r.tax_bp + 10000 + r.tax_bp)::numeric / (2 * (10000 + r.tax_bp)))
  OR back.amount > p.amount_minor
  OR back.tax > p.tax_minor
  OR (back.amount = p.amount_minor AND back.tax <> p.tax_minor);
-- name: Q05 the notes of a dispute say what it took for good of an order with a receipt
SELECT coalesce(n.dispute_id, d.id)
FROM (
  SELECT r.dispute_id,
    coalesce(sum(c.amount_minor * r.sign) FILTER (WHERE c.issuer = 'host'), 0) price,
    coalesce(sum(c.amount_minor * r.sign) FILTER (WHERE c.issuer = 'platform'), 0) fee
  FROM (SELECT *, CASE kind WHEN 'debit_note' THEN -1 ELSE 1 END AS sign FROM receipt) r
  JOIN receipt_part c ON c.receipt_id = r.id
  WHERE r.dispute_id IS NOT NULL GROUP BY 1) n
FULL JOIN (
  SELECT d.id, d.price_minor - coalesce(ended.price, 0) AS price, d.fee_minor - coalesce(ended.fee, 0) AS fee
  FROM receipt given
  JOIN orders o ON o.id = given.order_id
  JOIN (
    SELECT *, row_number() OVER (PARTITION BY payment_id ORDER BY opened_at, id) = 1 AS is_first
    FROM dispute WHERE status = 'lost') d ON d.payment_id = sale_payment(o)
  LEFT JOIN LATERAL (
    SELECT sum(r.price_minor) AS price, sum(r.fee_minor) AS fee
    FROM receipt noted JOIN refund r ON r.id = noted.refund_id
    WHERE noted.corrects = given.id AND r.status = 'failed') ended ON d.is_first
  WHERE given.kind = 'receipt') d ON d.id = n.dispute_id
WHERE (coalesce(n.price, 0), coalesce(n.fee, 0)) <> (coalesce(d.price, 0), coalesce(d.fee, 0));
