-- Brings an order where the disputes of the payment that paid it put it: disputed while one is open, charged back when
-- one was lost, else paid or refunding again. An order that was refunded before stays refunded; won, what the host kept
-- of it is refunded if the event has been cancelled, and a replay that is gone is refunded as to everyone else who
-- bought it in the 14 days before (core/src/broadcast/replay-sale.ts).
--
-- Takes: the payment; the dispute that changed.
--
-- Locks: the ticket. The caller holds the event, the order and the payment.
CREATE OR REPLACE FUNCTION stand_disputed(p_payment uuid, p_dispute uuid)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  the_payment payment;
  the_order orders;
  the_event event;
  standing text;
  the_ticket uuid;
  back_because text;
  there record;
BEGIN
  SELECT * INTO the_payment FROM payment WHERE id = p_payment;
  SELECT * INTO the_order FROM orders WHERE id = the_payment.order_id;
  SELECT CASE WHEN bool_or(d.status = 'open') THEN 'open' WHEN bool_or(d.status = 'lost') THEN 'lost' ELSE 'won' END
  INTO standing FROM dispute d WHERE d.payment_id = p_payment;
  IF standing = 'won' THEN
    the_order := resume_refunds(the_payment, the_order);
  END IF;
  IF NOT paid_its_order(the_payment, the_order) THEN
    RETURN;
  END IF;

  IF standing <> 'won' AND the_order.status IN ('paid', 'refunding') THEN
    UPDATE ticket SET voided_at = app_now() WHERE order_id = the_order.id AND voided_at IS NULL
    RETURNING id INTO the_ticket;
    UPDATE dispute SET ticket_id = CASE WHEN id = p_dispute THEN the_ticket END WHERE payment_id = p_payment;
    UPDATE orders SET status = 'disputed' WHERE id = the_order.id;
    IF the_ticket IS NOT NULL THEN
      UPDATE event SET sold = sold - 1, version = version + 1 WHERE id = the_order.event_id;
    END IF;
    the_order.status := 'disputed';
  END IF;
  IF standing <> 'lost' AND the_order.status = 'charged_back' THEN
    UPDATE orders SET status = 'disputed' WHERE id = the_order.id;
    the_order.status := 'disputed';
  END IF;
  IF standing = 'lost' AND the_order.status = 'disputed' THEN
    UPDATE orders SET status = 'charged_back' WHERE id = the_order.id;
  END IF;
  IF standing = 'won' AND the_order.status IN ('refunding', 'refunded') AND EXISTS (
    SELECT 1 FROM event e WHERE e.id = the_order.event_id AND e.cancelled_at IS NOT NULL) THEN
    PERFORM refund_kept_parts(the_order.event_id, 'event_cancelled', 200);
  END IF;
  IF standing <> 'won' OR the_order.status <> 'disputed' THEN
    RETURN;
  END IF;

  SELECT d.ticket_id INTO the_ticket FROM dispute d WHERE d.payment_id = p_payment AND d.ticket_id IS NOT NULL;
  SELECT * INTO the_event FROM event WHERE id = the_order.event_id;
  back_because := CASE
    WHEN the_event.cancelled_at IS NOT NULL THEN 'event_cancelled'
    WHEN the_ticket IS NULL THEN 'returned_before'
    WHEN the_event.replay_of IS NOT NULL AND the_order.paid_at >= the_event.finished_at - interval '14 days'
      THEN 'replay_removed'
    WHEN EXISTS (
      SELECT 1 FROM orders other
      WHERE other.event_id = the_event.id AND other.holder_key = the_order.holder_key
        AND other.status IN ('pending', 'paid'))
      OR the_event.held + the_event.sold >= the_event.capacity THEN 'dispute_won'
  END;
  UPDATE dispute SET ticket_id = NULL WHERE payment_id = p_payment AND ticket_id IS NOT NULL;
  IF back_because IS NULL THEN
    UPDATE ticket SET voided_at = NULL, holder_key = the_order.holder_key WHERE id = the_ticket;
    UPDATE orders SET status = 'paid' WHERE id = the_order.id;
    UPDATE event SET sold = sold + 1, version = version + 1 WHERE id = the_event.id;
    RETURN;
  END IF;

  UPDATE orders SET status = 'refunding' WHERE id = the_order.id;
  there := dispute_left(the_payment, the_order, NULL);
  IF back_because <> 'returned_before' AND there.price + there.fee > 0 THEN
    UPDATE orders
    SET refunded_price_minor = refunded_price_minor + there.price, refunded_fee_minor = refunded_fee_minor + there.fee
    WHERE id = the_order.id;
    PERFORM open_refund(the_payment, the_order, back_because, there.price, there.fee);
  END IF;
  UPDATE orders SET status = 'refunded'
  WHERE id = the_order.id AND NOT EXISTS (
    SELECT 1 FROM refund r WHERE r.payment_id = p_payment AND r.status IN ('requested', 'pending'));
END $$;
