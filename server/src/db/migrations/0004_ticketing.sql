CREATE TYPE order_status AS ENUM ('pending', 'paid', 'expired', 'cancelled', 'refunding', 'refunded');
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  buyer_id bigint NOT NULL REFERENCES app_user,
  email_norm text,
  holder_key text NOT NULL,
  status order_status NOT NULL,
  price_minor bigint NOT NULL,
  discount_minor bigint NOT NULL DEFAULT 0 CHECK (discount_minor BETWEEN 0 AND price_minor),
  fee_minor bigint NOT NULL,
  min_fee_minor bigint NOT NULL DEFAULT 0,
  fee_bp int NOT NULL DEFAULT 0,
  total_minor bigint NOT NULL CHECK (total_minor = price_minor - discount_minor + fee_minor),
  currency char(3) NOT NULL,
  hold_expires_at timestamptz,
  hold_address text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  paid_at timestamptz
);
CREATE UNIQUE INDEX one_open_order ON orders (event_id, holder_key) WHERE status IN ('pending', 'paid');
CREATE INDEX orders_hold ON orders (hold_expires_at) WHERE status = 'pending';
CREATE INDEX orders_buyer ON orders (buyer_id, created_at);

CREATE TYPE payment_status AS ENUM ('creating', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled');
CREATE TABLE payment (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  provider text NOT NULL CHECK (provider IN ('stripe', 'paypal', 'sandbox_card', 'sandbox_wallet', 'free', 'rally')),
  provider_ref text,
  capture_ref text,
  amount_minor bigint NOT NULL,
  currency char(3) NOT NULL,
  status payment_status NOT NULL,
  idem_key text NOT NULL UNIQUE,
  failure text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  settled_at timestamptz,
  UNIQUE (provider, provider_ref),
  UNIQUE (provider, capture_ref)
);
CREATE INDEX payment_order ON payment (order_id);
CREATE INDEX payment_open ON payment (created_at) WHERE status IN ('creating', 'requires_action', 'processing');

CREATE TYPE refund_status AS ENUM ('requested', 'pending', 'succeeded', 'failed');
CREATE TABLE refund (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment,
  reason text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  status refund_status NOT NULL,
  provider_ref text UNIQUE,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (payment_id, reason)
);

CREATE TABLE ticket (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE REFERENCES orders,
  event_id uuid NOT NULL REFERENCES event,
  holder_id bigint NOT NULL REFERENCES app_user,
  holder_key text NOT NULL,
  code text NOT NULL UNIQUE,
  voided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX one_live_ticket ON ticket (event_id, holder_key) WHERE voided_at IS NULL;
CREATE INDEX ticket_holder ON ticket (holder_id, created_at);

CREATE TABLE saved_card (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  provider text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX saved_card_user ON saved_card (user_id, created_at);

CREATE TABLE provider_event (
  provider text,
  event_id text,
  type text NOT NULL,
  object_ref text,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  processed_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  PRIMARY KEY (provider, event_id)
);
-- Mirror of the provider's own books, pulled from it; invariants compare both sides.
CREATE TABLE provider_object (
  provider text,
  ref text,
  kind text,
  amount_minor bigint,
  currency char(3),
  status text,
  PRIMARY KEY (provider, ref)
);
