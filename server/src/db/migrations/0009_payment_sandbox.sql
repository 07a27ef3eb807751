-- The sandbox provider's own books, apart from ours: what a card network or a wallet would keep. No real money, no
-- real card.
CREATE TABLE sandbox_card_token (
  id text PRIMARY KEY,
  card text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE sandbox_intent (
  ref text PRIMARY KEY,
  payment_id text NOT NULL UNIQUE,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'requires_action', 'failed', 'canceled')),
  card text NOT NULL,
  method text NOT NULL,
  failure text,
  capture_ref text UNIQUE,
  return_url text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE sandbox_wallet_order (
  ref text PRIMARY KEY,
  payment_id text NOT NULL UNIQUE,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('CREATED', 'APPROVED', 'COMPLETED', 'PENDING', 'DECLINED', 'VOIDED')),
  capture_ref text UNIQUE,
  return_url text NOT NULL,
  cancel_url text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE sandbox_refund (
  ref text PRIMARY KEY,
  refund_id text NOT NULL UNIQUE,
  capture_ref text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'pending', 'failed')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Webhooks on their way: late and twice on purpose, as real ones are.
CREATE TABLE sandbox_webhook (
  id bigserial PRIMARY KEY,
  event_id text NOT NULL,
  type text NOT NULL,
  object_ref text NOT NULL,
  due_at timestamptz NOT NULL,
  delivered_at timestamptz
);
CREATE INDEX sandbox_webhook_due ON sandbox_webhook (due_at) WHERE delivered_at IS NULL;
