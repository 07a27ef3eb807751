-- Failures that count toward giving a delivery up, when the first of them was, and when it was given up. A delivery
-- that is given up has `next_at = 'infinity'`, so that processes of the previous version leave it alone, too.
ALTER TABLE fact_delivery
  ADD COLUMN failures int NOT NULL DEFAULT 0,
  ADD COLUMN first_failed_at timestamptz,
  ADD COLUMN given_up_at timestamptz,
  -- The email address that refused it.
  ADD COLUMN recipient text;
CREATE INDEX fact_delivery_given_up ON fact_delivery (given_up_at, fact_id, handler) WHERE given_up_at IS NOT NULL;
CREATE INDEX fact_delivery_recipient ON fact_delivery (recipient) WHERE recipient IS NOT NULL;

-- Email addresses whose mail server said that they do not exist. Nothing is sent there until a person asks for it.
CREATE TABLE undeliverable_address (
  address text PRIMARY KEY,
  reason text NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT app_now()
);
