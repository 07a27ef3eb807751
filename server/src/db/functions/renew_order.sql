-- Gives the seat of an unpaid order, and the end of its hold, to a new order at another price. The price of an order
-- never changes: the old one is cancelled. Its holder may do that at any time; another browser of the same guest only
-- after a declined payment and while it has no other order; nobody while a payment is open.
--
-- Takes: the order; the id of the new one; the hash of the asking browser's secret (null for somebody with a
-- session); the discount and the fee of the new order; the promo code (null without) and its percent.
-- Answers:
--   renewed   the new order holds the seat
--   changed   the order has moved since, or belongs to someone else: look again
--   terms_changed, promo_not_yet, promo_expired, promo_used_up   see promo_refusal
--
-- Locks: the event, then the order, then its place on the waitlist.
CREATE OR REPLACE FUNCTION renew_order(
  p_order uuid, p_new uuid, p_guest text, p_discount bigint, p_fee bigint, p_promo bigint, p_percent int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  old_order orders;
  refusal text;
BEGIN
  SELECT * INTO the_event FROM event
  WHERE id = (SELECT its.event_id FROM orders its WHERE its.id = p_order)
  FOR UPDATE;
  SELECT * INTO old_order FROM orders WHERE id = p_order FOR UPDATE;

  IF old_order.status IS DISTINCT FROM 'pending'
    OR old_order.hold_expires_at <= app_now()
    OR EXISTS (
      SELECT 1 FROM payment attempt
      WHERE attempt.order_id = old_order.id AND attempt.status IN ('creating', 'requires_action', 'processing'))
    OR (p_guest IS NOT NULL AND old_order.guest_key IS DISTINCT FROM p_guest AND (
      old_order.offered
      OR NOT is_declined(old_order.id)
      OR EXISTS (
        SELECT 1 FROM orders own
        WHERE own.event_id = old_order.event_id AND own.holder_key = open_holder(old_order.buyer_id, p_guest)
          AND own.status IN ('pending', 'paid'))))
  THEN
    RETURN 'changed';
  END IF;

  refusal := CASE
    WHEN p_promo IS NOT NULL THEN promo_refusal(
      the_event.id, p_promo, p_percent, CASE WHEN old_order.promo_id = p_promo THEN 0 ELSE 1 END)
  END;
  IF refusal IS NOT NULL THEN
    RETURN refusal;
  END IF;

  -- The place on the waitlist follows its order, so it gets the new one before the old one ends.
  IF old_order.offered THEN
    UPDATE waitlist_place SET order_id = p_new WHERE order_id = old_order.id;
  END IF;
  UPDATE orders SET status = 'cancelled' WHERE id = old_order.id AND status = 'pending';
  INSERT INTO orders (
    id, event_id, buyer_id, email_norm,
    holder_key, status,
    price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp,
    total_minor, currency, hold_expires_at,
    hold_address, guest_key, promo_id,
    offered)
  VALUES (
    p_new, old_order.event_id, old_order.buyer_id, old_order.email_norm,
    CASE WHEN old_order.offered THEN old_order.holder_key
      ELSE open_holder(old_order.buyer_id, coalesce(p_guest, old_order.guest_key)) END, 'pending',
    old_order.price_minor, p_discount, p_fee, old_order.min_fee_minor, old_order.fee_bp,
    old_order.price_minor - p_discount + p_fee, old_order.currency, old_order.hold_expires_at,
    old_order.hold_address, coalesce(p_guest, old_order.guest_key), p_promo,
    old_order.offered);
  RETURN 'renewed';
END $$;
