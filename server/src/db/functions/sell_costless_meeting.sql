-- Sells the seat of a private meeting that costs nothing: its order, its payment 'free', its ticket and the fact
-- TicketIssued, all in one transaction.
--
-- Takes: the event of the meeting, and new ids of the order, the payment and the ticket, with the ticket's code.
-- Answers whether it was sold now; false where the meeting has a price, is over, is unpublished, or has its ticket.
--
-- Locks: the event.
CREATE OR REPLACE FUNCTION sell_costless_meeting(p_event uuid, p_order uuid, p_payment uuid, p_ticket uuid, p_code text)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR NO KEY UPDATE;
  IF the_event.private_for IS NULL OR the_event.price_minor > 0 OR the_event.state = 2
    OR the_event.held + the_event.sold > 0 OR the_event.unpublished_at IS NOT NULL
  THEN
    RETURN false;
  END IF;

  INSERT INTO orders (
    id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp, total_minor, currency,
    paid_at)
  VALUES (
    p_order, p_event, the_event.private_for, person_holder(the_event.private_for), 'paid', 0, 0,
    the_event.min_fee_minor, the_event.fee_bp, 0, the_event.currency, app_now());
  INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
  VALUES (p_payment, p_order, 'free', 0, the_event.currency, 'succeeded', p_payment, app_now());
  INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
  VALUES (
    p_ticket, p_order, p_event, the_event.private_for, person_holder(the_event.private_for), p_code,
    the_event.tickets_issued + 1);
  INSERT INTO outbox (dedupe_key, topic, payload)
  VALUES (
    'ticket:' || p_ticket,
    'TicketIssued',
    jsonb_build_object(
      'ticketId', p_ticket, 'orderId', p_order, 'eventUuid', p_event, 'userId', the_event.private_for));
  UPDATE event SET sold = sold + 1, tickets_issued = tickets_issued + 1, version = version + 1 WHERE id = p_event;
  RETURN true;
END $$;
