-- A pass sells a seat in each of several dates of a series for one price and with one payment
-- (docs/decisions/0168-a-series-pass-is-one-order-per-date.md).

-- An offer names its dates and never changes: a host who wants other dates or another price withdraws it and makes a
-- new one.
CREATE TABLE series_pass (
  id uuid PRIMARY KEY,
  series_id uuid NOT NULL REFERENCES event_series,
  price_minor bigint NOT NULL CHECK (price_minor > 0),
  currency char(3) NOT NULL,
  event_ids uuid[] NOT NULL CHECK (cardinality(event_ids) BETWEEN 2 AND 52),
  offered_at timestamptz NOT NULL DEFAULT app_now(),
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX one_pass_of_series ON series_pass (series_id) WHERE withdrawn_at IS NULL;

-- One pass that somebody buys: an order for each date. Buyer, prices and states are those of the orders.
CREATE TABLE pass_purchase (
  id uuid PRIMARY KEY,
  pass_id uuid NOT NULL REFERENCES series_pass,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX pass_purchase_pass ON pass_purchase (pass_id);

-- One attempt to take the money of a whole pass at a provider; each order has its own payment, at its own amount.
CREATE TABLE pass_payment (
  id uuid PRIMARY KEY,
  purchase_id uuid NOT NULL REFERENCES pass_purchase,
  provider text NOT NULL CHECK (provider IN ('stripe', 'paypal', 'sandbox_card', 'sandbox_wallet')),
  provider_ref text,
  capture_ref text,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  status payment_status NOT NULL,
  failure text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  settled_at timestamptz,
  -- The buyer wants the card to be kept.
  remember boolean NOT NULL DEFAULT false,
  -- When the sweeper last asked the provider.
  looked_at timestamptz
);
CREATE UNIQUE INDEX pass_payment_provider_ref ON pass_payment (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE UNIQUE INDEX one_open_pass_payment ON pass_payment (purchase_id)
  WHERE status IN ('creating', 'requires_action', 'processing');
CREATE INDEX pass_payment_purchase ON pass_payment (purchase_id);
CREATE INDEX pass_payment_open ON pass_payment (coalesce(looked_at, created_at))
  WHERE status IN ('creating', 'requires_action', 'processing');
CREATE TRIGGER pass_payment_forward BEFORE UPDATE OF status ON pass_payment
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'creating>requires_action', 'creating>processing', 'creating>succeeded', 'creating>failed', 'creating>canceled',
    'requires_action>processing', 'requires_action>succeeded', 'requires_action>failed', 'requires_action>canceled',
    'processing>succeeded', 'processing>failed', 'processing>canceled', 'failed>succeeded', 'canceled>succeeded');

ALTER TABLE orders ADD COLUMN pass_purchase_id uuid REFERENCES pass_purchase;
CREATE INDEX orders_of_pass ON orders (pass_purchase_id) WHERE pass_purchase_id IS NOT NULL;
ALTER TABLE payment ADD COLUMN pass_payment_id uuid REFERENCES pass_payment;
CREATE INDEX payment_of_pass ON payment (pass_payment_id) WHERE pass_payment_id IS NOT NULL;

-- The orders of a pass share one capture, and no others do. One index says so and finds all payments of a capture.
DROP INDEX payment_capture_ref;
CREATE UNIQUE INDEX payment_capture_ref ON payment (
  provider, capture_ref,
  (CASE WHEN pass_payment_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE order_id END))
  WHERE capture_ref IS NOT NULL;
