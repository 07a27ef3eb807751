-- Disputes: the buyer's bank or wallet takes a payment back until it decides (docs/decisions/0058-disputes.md). And
-- refunds that nobody makes any more by themselves, and refunds that were made in the provider's own pages.

ALTER TYPE order_status ADD VALUE 'disputed';
ALTER TYPE order_status ADD VALUE 'charged_back';

DROP TRIGGER orders_forward ON orders;
CREATE TRIGGER orders_forward BEFORE UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'pending>paid', 'pending>expired', 'pending>cancelled', 'expired>paid', 'paid>refunding', 'refunding>refunded',
    'paid>disputed', 'refunding>disputed', 'disputed>paid', 'disputed>refunding', 'disputed>charged_back',
    'charged_back>disputed');

-- What is disputed, or was lost to a dispute, of an order that was paid.
ALTER TABLE orders
  ADD COLUMN disputed_price_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN disputed_fee_minor bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT disputed_parts CHECK (
    disputed_price_minor >= 0 AND disputed_fee_minor >= 0
    AND refunded_price_minor + disputed_price_minor <= price_minor - discount_minor
    AND refunded_fee_minor + disputed_fee_minor <= fee_minor);

CREATE TYPE dispute_status AS ENUM ('open', 'won', 'lost');
CREATE TABLE dispute (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment,
  provider text NOT NULL,
  provider_ref text NOT NULL,
  status dispute_status NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  -- The parts of the amount that were still with the host and with us when it was taken. What is left of the amount
  -- had gone back to the buyer before: lost, it is paid twice.
  price_minor bigint NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  -- What the provider charges for the dispute itself.
  costs_minor bigint NOT NULL DEFAULT 0,
  -- The provider's word for why.
  reason text NOT NULL,
  evidence_due_at timestamptz,
  -- The ticket that it took and that comes back when it is won.
  ticket_id uuid REFERENCES ticket,
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  closed_at timestamptz,
  -- Raised with every change: news that was asked for before another change is not applied.
  version int NOT NULL DEFAULT 0,
  looked_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (price_minor + fee_minor <= amount_minor),
  UNIQUE (provider, provider_ref)
);
CREATE INDEX dispute_payment ON dispute (payment_id);
CREATE INDEX dispute_open ON dispute (looked_at) WHERE status = 'open';
CREATE INDEX dispute_newest ON dispute (opened_at, id);
CREATE TRIGGER dispute_forward BEFORE UPDATE OF status ON dispute
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('open>won', 'open>lost', 'won>open', 'won>lost', 'lost>open', 'lost>won');

-- Several refunds by hand may have the same reason.
ALTER TABLE refund DROP CONSTRAINT refund_payment_id_reason_key;
CREATE INDEX refund_payment ON refund (payment_id);
ALTER TABLE refund
  -- Where it was paid instead, when the provider never could: the reference of a bank transfer.
  ADD COLUMN paid_otherwise text;
-- Given up: nobody asks for it by themselves any more.
CREATE INDEX refund_given_up ON refund (created_at) WHERE next_at = 'infinity' AND status IN ('requested', 'pending');
-- One that ended because its payment was disputed is due again when the dispute is won.
DROP TRIGGER refund_forward ON refund;
CREATE TRIGGER refund_forward BEFORE UPDATE OF status ON refund
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'requested>pending', 'requested>succeeded', 'requested>failed', 'pending>succeeded', 'pending>requested',
    'pending>failed', 'succeeded>requested', 'failed>requested');

ALTER TABLE provider_event DROP CONSTRAINT provider_event_about_check;
ALTER TABLE provider_event ADD CONSTRAINT provider_event_about_check
  CHECK (about IN ('payment', 'refund', 'failed_refund', 'dispute'));

-- The sandbox's own book of disputes.
CREATE TABLE sandbox_dispute (
  ref text PRIMARY KEY,
  provider text NOT NULL,
  capture_ref text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  reason text NOT NULL,
  costs_minor bigint NOT NULL,
  evidence_due_at timestamptz NOT NULL
);
CREATE INDEX sandbox_dispute_capture ON sandbox_dispute (capture_ref);

-- Their lists of arguments changed.
DROP FUNCTION IF EXISTS settle_refund(uuid, int, text, text, int);
