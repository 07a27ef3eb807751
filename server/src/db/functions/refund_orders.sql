-- Takes tickets back in full, price and fee: ticket void, seat free, money on its way back, in one transaction. What
-- went back of it before, in parts, is not paid again. An order of which nothing is left is refunded at once.
--
-- Takes: the event; the reason; the orders, or null for the next p_limit paid ones of the event.
-- Answers how many orders it took back; orders that are not paid are passed over, so it is safe to run twice.
--
-- Locks: the event, the orders in the order of their ids, their payments.
CREATE OR REPLACE FUNCTION refund_orders(p_event uuid, p_reason text, p_orders uuid[], p_limit int)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  the_order orders;
  the_payment payment;
  price_left bigint;
  fee_left bigint;
  done int := 0;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;

  FOR the_order IN
    SELECT * FROM orders paid
    WHERE paid.event_id = p_event AND paid.status = 'paid' AND (p_orders IS NULL OR paid.id = ANY (p_orders))
    ORDER BY paid.id LIMIT p_limit FOR UPDATE
  LOOP
    the_payment := payment_to_refund(the_order);
    price_left := the_order.price_minor - the_order.discount_minor - the_order.refunded_price_minor;
    fee_left := the_order.fee_minor - the_order.refunded_fee_minor;
    UPDATE ticket SET voided_at = app_now() WHERE order_id = the_order.id AND voided_at IS NULL;
    UPDATE orders
    SET status = 'refunding',
      refunded_price_minor = refunded_price_minor + price_left,
      refunded_fee_minor = refunded_fee_minor + fee_left
    WHERE id = the_order.id AND status = 'paid';
    IF price_left + fee_left > 0 THEN
      PERFORM open_refund(the_payment, the_order, p_reason, price_left, fee_left);
    ELSE
      UPDATE orders SET status = 'refunded' WHERE id = the_order.id AND status = 'refunding';
    END IF;
    done := done + 1;
  END LOOP;

  IF done > 0 THEN
    UPDATE event SET sold = sold - done, version = version + 1 WHERE id = p_event;
  END IF;
  RETURN done;
END $$;
