-- A refund may be a part of what was paid, and may come after the host's money was released.

ALTER TABLE refund ADD COLUMN price_minor bigint, ADD COLUMN fee_minor bigint;
UPDATE refund r SET
  price_minor = CASE WHEN r.amount_minor = o.total_minor THEN o.price_minor - o.discount_minor ELSE r.amount_minor END,
  fee_minor = CASE WHEN r.amount_minor = o.total_minor THEN o.fee_minor ELSE 0 END
FROM payment p
JOIN orders o ON o.id = p.order_id
WHERE p.id = r.payment_id;
ALTER TABLE refund
  -- The parts of the amount: of the ticket's price, which the host returns, and of the fee, which we return.
  ALTER COLUMN price_minor SET NOT NULL,
  ALTER COLUMN fee_minor SET NOT NULL,
  ADD CONSTRAINT refund_parts CHECK (price_minor >= 0 AND fee_minor >= 0 AND amount_minor = price_minor + fee_minor);

-- The refunds requested so far for a paid order. Money that came too late for a ticket, or twice, is refunded in full
-- and does not count here.
ALTER TABLE orders
  ADD COLUMN refunded_price_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN refunded_fee_minor bigint NOT NULL DEFAULT 0;
UPDATE orders o SET
  refunded_price_minor = o.price_minor - o.discount_minor,
  refunded_fee_minor = o.fee_minor
WHERE o.status IN ('refunding', 'refunded');
ALTER TABLE orders ADD CONSTRAINT refunded_parts CHECK (
  refunded_price_minor BETWEEN 0 AND price_minor - discount_minor AND refunded_fee_minor BETWEEN 0 AND fee_minor);

-- When the host's money of a delivered event became payable, and our fee became revenue.
ALTER TABLE event ADD COLUMN released_at timestamptz;

-- dispute_clearing: money a provider took back until a dispute is decided. dispute_frozen: the host's part of it.
-- payout_clearing: money on its way to a host's bank.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (
  'psp_clearing', 'bank', 'host_escrow', 'host_payable', 'fee_deferred', 'fee_revenue', 'refund_clearing', 'psp_fee',
  'dispute_loss', 'suspense', 'dispute_clearing', 'dispute_frozen', 'payout_clearing'));

DROP FUNCTION IF EXISTS open_refund(payment, orders, text);
