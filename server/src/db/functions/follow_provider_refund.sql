-- Books a refund that somebody made in the provider's own pages, once: of a paid order first the price, then the fee;
-- all of it takes the ticket. For a payment that is refunded in full anyway it is the refund that was requested.
--
-- Takes: the payment; the provider's name for the refund; its amount.
-- Answers: booked; already; beyond (more than is left of the payment: somebody has to look).
--
-- Locks: the event, the order, the payment, the refund.
CREATE OR REPLACE FUNCTION follow_provider_refund(p_payment uuid, p_ref text, p_amount bigint)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_order orders;
  the_payment payment;
  refund_id uuid;
BEGIN
  SELECT o.* INTO the_order FROM orders o JOIN payment p ON p.order_id = o.id WHERE p.id = p_payment;
  PERFORM 1 FROM event WHERE id = the_order.event_id FOR UPDATE;
  SELECT * INTO the_order FROM orders WHERE id = the_order.id FOR UPDATE;
  SELECT * INTO the_payment FROM payment WHERE id = p_payment FOR UPDATE;
  IF EXISTS (
    SELECT 1 FROM provider_object x
    WHERE x.provider = the_payment.provider AND x.ref = p_ref AND x.kind IN ('refund', 'refund_beyond'))
    OR EXISTS (SELECT 1 FROM refund r WHERE r.provider_ref = p_ref) THEN
    RETURN 'already';
  END IF;

  IF paid_its_order(the_payment, the_order) THEN
    refund_id := refund_part(the_order.id, 'provider', NULL, NULL, p_amount);
  END IF;
  IF refund_id IS NULL THEN
    -- One that is due and of this amount is the one that was made.
    SELECT r.id INTO refund_id FROM refund r
    WHERE r.payment_id = p_payment AND r.status = 'requested' AND r.amount_minor = p_amount
    ORDER BY r.created_at, r.id LIMIT 1;
  END IF;
  IF refund_id IS NULL THEN
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (the_payment.provider, p_ref, 'refund_beyond', p_amount, the_payment.currency, 'succeeded')
    ON CONFLICT DO NOTHING;
    RETURN 'beyond';
  END IF;
  PERFORM settle_refund(refund_id, 0, 'succeeded', p_ref, 0, 0);
  RETURN 'booked';
END $$;
