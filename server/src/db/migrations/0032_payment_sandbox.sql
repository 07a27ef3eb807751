-- The sandbox provider's own books, apart from ours: what a card network or a wallet would keep. No real money, no real card.
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

CREATE FUNCTION sandbox_webhook_twice(p_type text, p_ref text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sandbox_webhook (event_id, type, object_ref, due_at)
  SELECT 'evt_sb_' || md5(p_type || p_ref), p_type, p_ref, app_now() + make_interval(secs => wait) FROM unnest(ARRAY[2, 7]) AS wait
$$;

-- Moves a card payment of the sandbox; a paid one gets its capture and is mirrored where the invariants look.
CREATE FUNCTION sandbox_move_intent(p_ref text, p_status text, p_failure text) RETURNS SETOF sandbox_intent LANGUAGE plpgsql AS $$
DECLARE
  i sandbox_intent;
BEGIN
  UPDATE sandbox_intent SET status = p_status, failure = p_failure,
    capture_ref = CASE p_status WHEN 'succeeded' THEN 'ch_sb_' || substr(p_ref, 7) END
  WHERE ref = p_ref AND status = 'requires_action' RETURNING * INTO i;
  IF FOUND THEN
    PERFORM sandbox_webhook_twice('payment_intent.' || p_status, p_ref);
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT 'sandbox_card', i.capture_ref, 'capture', i.amount_minor, i.currency, 'succeeded' WHERE p_status = 'succeeded';
  END IF;
  RETURN QUERY SELECT * FROM sandbox_intent WHERE ref = p_ref;
END $$;

-- Charges a card once per payment id, as a provider's idempotency key does.
CREATE FUNCTION sandbox_charge(p_ref text, p_payment text, p_amount bigint, p_currency text, p_card text, p_method text,
  p_status text, p_failure text, p_return_url text, p_description text) RETURNS SETOF sandbox_intent LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sandbox_intent (ref, payment_id, amount_minor, currency, status, card, method, failure, capture_ref, return_url, description)
  VALUES (p_ref, p_payment, p_amount, p_currency, p_status, p_card, p_method, p_failure,
    CASE p_status WHEN 'succeeded' THEN 'ch_sb_' || substr(p_ref, 7) END, p_return_url, p_description)
  ON CONFLICT (payment_id) DO NOTHING;
  IF FOUND AND p_status = 'succeeded' THEN
    PERFORM sandbox_webhook_twice('payment_intent.succeeded', p_ref);
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES ('sandbox_card', 'ch_sb_' || substr(p_ref, 7), 'capture', p_amount, p_currency, 'succeeded');
  END IF;
  RETURN QUERY SELECT * FROM sandbox_intent WHERE payment_id = p_payment;
END $$;

-- Takes the money of an approved wallet order, once.
CREATE FUNCTION sandbox_capture(p_ref text) RETURNS SETOF sandbox_wallet_order LANGUAGE plpgsql AS $$
DECLARE
  w sandbox_wallet_order;
BEGIN
  UPDATE sandbox_wallet_order SET status = 'COMPLETED', capture_ref = 'cap_sb_' || p_ref WHERE ref = p_ref AND status = 'APPROVED' RETURNING * INTO w;
  IF FOUND THEN
    PERFORM sandbox_webhook_twice('PAYMENT.CAPTURE.COMPLETED', p_ref);
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES ('sandbox_wallet', w.capture_ref, 'capture', w.amount_minor, w.currency, 'succeeded');
  END IF;
  RETURN QUERY SELECT * FROM sandbox_wallet_order WHERE ref = p_ref;
END $$;

-- Gives money back once per refund id, never more than was captured.
CREATE FUNCTION sandbox_give_back(p_provider text, p_ref text, p_refund text, p_capture text, p_amount bigint, p_currency text)
RETURNS SETOF sandbox_refund LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sandbox_refund (ref, refund_id, capture_ref, amount_minor, currency, status)
  SELECT p_ref, p_refund, p_capture, p_amount, p_currency, 'succeeded' FROM provider_object x
  WHERE x.provider = p_provider AND x.ref = p_capture AND x.kind = 'capture'
    AND x.amount_minor >= p_amount + (SELECT coalesce(sum(r.amount_minor), 0) FROM sandbox_refund r WHERE r.capture_ref = p_capture AND r.status <> 'failed')
  ON CONFLICT (refund_id) DO NOTHING;
  IF FOUND THEN
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (p_provider, p_ref, 'refund', p_amount, p_currency, 'succeeded');
  END IF;
  RETURN QUERY SELECT * FROM sandbox_refund WHERE refund_id = p_refund;
END $$;
