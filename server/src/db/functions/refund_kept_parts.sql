-- Gives back what the host kept of tickets that their holders cancelled: the event takes place for nobody.
--
-- Takes: the event; the reason; how many orders at most. Answers how many it gave back; safe to run twice, because
-- an order of which nothing is left is passed over. So is one that a dispute holds a part of, or took a part of; won,
-- it has its turn (stand_disputed).
--
-- Locks: the event, the orders in the order of their ids, their payments.
CREATE OR REPLACE FUNCTION refund_kept_parts(p_event uuid, p_reason text, p_limit int)
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
    SELECT * FROM orders given
    WHERE given.event_id = p_event AND given.status IN ('refunding', 'refunded')
      AND given.refunded_price_minor + given.refunded_fee_minor < given.total_minor
      AND given.disputed_price_minor + given.disputed_fee_minor = 0
    ORDER BY given.id LIMIT p_limit FOR UPDATE
  LOOP
    the_payment := payment_to_refund(the_order);
    price_left := the_order.price_minor - the_order.discount_minor - the_order.refunded_price_minor;
    fee_left := the_order.fee_minor - the_order.refunded_fee_minor;
    UPDATE orders
    SET refunded_price_minor = refunded_price_minor + price_left, refunded_fee_minor = refunded_fee_minor + fee_left
    WHERE id = the_order.id;
    PERFORM open_refund(the_payment, the_order, p_reason, price_left, fee_left);
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
