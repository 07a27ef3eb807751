-- Orders, payments, refunds and tickets. Locks are taken in one order: event, orders, payment, refund, ticket
-- (docs/locking.md).

-- One attempt to buy one ticket; holds a seat while pending.
CREATE TYPE order_status AS ENUM ('pending', 'paid', 'expired', 'cancelled', 'refunding', 'refunded');
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  buyer_id bigint NOT NULL REFERENCES app_user,
  -- The address a guest typed; null for an account.
  email_norm text,
  -- The person ('u:7'), or a guest in one browser; see the function open_holder.
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
  -- The network it came from, where holds of one network are limited.
  hold_address text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  paid_at timestamptz,
  -- A guest proves an order by the secret of the browser that began it; only its hash is kept
  -- (docs/decisions/0012-guest-order-ownership.md).
  guest_key text,
  -- Bought with the event's promo code.
  promo boolean NOT NULL DEFAULT false,
  CONSTRAINT orders_email_spelling CHECK (email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$')
);
CREATE UNIQUE INDEX one_open_order ON orders (event_id, holder_key) WHERE status IN ('pending', 'paid');
CREATE INDEX orders_hold ON orders (hold_expires_at) WHERE status = 'pending';
CREATE INDEX orders_buyer ON orders (buyer_id, created_at);
CREATE INDEX orders_pending ON orders (event_id, hold_address) WHERE status = 'pending';
CREATE INDEX orders_paid_event ON orders (event_id, id) WHERE status = 'paid';
CREATE INDEX orders_promo ON orders (event_id) WHERE promo AND status IN ('pending', 'paid');
-- Whether anybody ever ordered a ticket of an event is asked before its price changes. The way from held to paid
-- writes nothing here.
CREATE INDEX orders_ended ON orders (event_id, holder_key) WHERE status NOT IN ('pending', 'paid');
-- Free seats of typed addresses, by network: see the function unopened_guest_seats.
CREATE INDEX orders_unopened ON orders (event_id, hold_address)
  WHERE status = 'paid' AND total_minor = 0 AND guest_key IS NOT NULL AND hold_address IS NOT NULL;
-- App admins read them newest first, a page at a time.
CREATE INDEX orders_newest ON orders (created_at, id);
CREATE TRIGGER orders_forward BEFORE UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'pending>paid', 'pending>expired', 'pending>cancelled', 'expired>paid', 'paid>refunding', 'refunding>refunded');

-- One attempt to move the money of an order at a provider. The row is committed before the provider is called.
CREATE TYPE payment_status AS ENUM ('creating', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled');
CREATE TABLE payment (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  provider text NOT NULL CHECK (provider IN ('stripe', 'paypal', 'sandbox_card', 'sandbox_wallet', 'free', 'rally')),
  -- The provider's names for the payment and for its money.
  provider_ref text,
  capture_ref text,
  amount_minor bigint NOT NULL,
  currency char(3) NOT NULL,
  status payment_status NOT NULL,
  idem_key text NOT NULL UNIQUE,
  failure text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  settled_at timestamptz,
  -- The buyer wants the card to be kept.
  remember boolean NOT NULL DEFAULT false,
  -- Which card it was tried with, where the provider tells.
  card_key text,
  -- When the sweeper last asked the provider.
  looked_at timestamptz
);
-- One name at a provider, one payment. Free payments have no name and are not in these indexes: all at the same
-- place, each new one would look for room among them.
CREATE UNIQUE INDEX payment_provider_ref ON payment (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE UNIQUE INDEX payment_capture_ref ON payment (provider, capture_ref) WHERE capture_ref IS NOT NULL;
-- One charge in flight per order: a second tab waits for it instead of charging again.
CREATE UNIQUE INDEX one_open_payment ON payment (order_id)
  WHERE status IN ('creating', 'requires_action', 'processing');
CREATE INDEX payment_order ON payment (order_id);
-- The sweeper looks longest unseen first, so that none can hide the others.
CREATE INDEX payment_open ON payment (coalesce(looked_at, created_at))
  WHERE status IN ('creating', 'requires_action', 'processing');
CREATE INDEX payment_card ON payment (card_key, created_at) WHERE card_key IS NOT NULL;
-- How often somebody tried to pay in the last minutes is asked of what took no money alone.
CREATE INDEX payment_unpaid ON payment (order_id, created_at) WHERE status <> 'succeeded' AND amount_minor > 0;
CREATE TRIGGER payment_forward BEFORE UPDATE OF status ON payment
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'creating>requires_action', 'creating>processing', 'creating>succeeded', 'creating>failed', 'creating>canceled',
    'requires_action>processing', 'requires_action>succeeded', 'requires_action>failed', 'requires_action>canceled',
    'processing>succeeded', 'processing>failed', 'processing>canceled', 'failed>succeeded', 'canceled>succeeded');

CREATE TYPE refund_status AS ENUM ('requested', 'pending', 'succeeded', 'failed');
CREATE TABLE refund (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment,
  reason text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  status refund_status NOT NULL,
  provider_ref text UNIQUE,
  -- The present claim: the worker that raised it last is the one that may go on.
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- How often the provider refused it for good; each time the next attempt gets a new provider key.
  provider_failures int NOT NULL DEFAULT 0,
  -- How often it came back after it had succeeded: the card is closed, or the bank does not take it.
  taken_back int NOT NULL DEFAULT 0,
  UNIQUE (payment_id, reason)
);
CREATE INDEX refund_open ON refund (next_at) WHERE status IN ('requested', 'pending');
CREATE INDEX refund_newest ON refund (created_at, id);
CREATE TRIGGER refund_forward BEFORE UPDATE OF status ON refund
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'requested>pending', 'requested>succeeded', 'requested>failed', 'pending>succeeded', 'pending>requested',
    'pending>failed', 'succeeded>requested');

-- The right to enter; exists only after the money has.
CREATE TABLE ticket (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE REFERENCES orders,
  event_id uuid NOT NULL REFERENCES event,
  holder_id bigint NOT NULL REFERENCES app_user,
  holder_key text NOT NULL,
  code text NOT NULL UNIQUE,
  voided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  seat int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_live_ticket ON ticket (event_id, holder_key) WHERE voided_at IS NULL;
CREATE INDEX ticket_holder ON ticket (holder_id, created_at);

-- What a host wrote to everybody with a ticket.
CREATE TABLE event_message (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 100),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX event_message_event ON event_message (event_id, created_at);

-- Who a buyer is at a provider, and the cards kept there.
CREATE TABLE provider_customer (
  provider text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  ref text NOT NULL,
  PRIMARY KEY (provider, user_id)
);
CREATE TABLE saved_card (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  provider text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX saved_card_user ON saved_card (user_id, created_at);

-- Webhooks of providers, written down before they are worked off. One says what it is about; the rest is asked for.
CREATE TABLE provider_event (
  provider text,
  event_id text,
  type text NOT NULL,
  object_ref text,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  processed_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  about text NOT NULL DEFAULT 'payment' CHECK (about IN ('payment', 'refund', 'failed_refund')),
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_open ON provider_event (next_at) WHERE processed_at IS NULL;
-- Deleted after ninety days (docs/decisions/0026-data-retention.md).
CREATE INDEX provider_event_done ON provider_event (processed_at) WHERE processed_at IS NOT NULL;

-- Mirror of the providers' own books, asked from them; the invariants compare both sides.
CREATE TABLE provider_object (
  provider text,
  ref text,
  kind text,
  amount_minor bigint,
  currency char(3),
  status text,
  PRIMARY KEY (provider, ref)
);
