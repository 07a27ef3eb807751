-- Holds a seat in every date of a pass that its buyer has no ticket for, or in none.
--
-- Takes: the pass; the id of the purchase, should there be a new one; the buyer; one row for each date of the pass,
-- those that the buyer has included, as a JSON array of: event_id, order_id, price, discount, fee, min_fee, fee_bp,
-- currency; how long the hold lasts.
--
-- Answers a verdict and the purchase it is about (of date_open: the order).
--   held               the seats are held, by this call or by one before it
--   release_first      an open purchase of this buyer does not fit: release it, then ask again
--   payment_open       a payment of an open purchase is under way
--   date_open          the buyer has an unpaid order of one of the dates: release it, then ask again
--   terms_changed      prices or fees are not those of the events or of the pass
--   pass_not_on_sale   it was withdrawn, or one of its dates sells no tickets any more
--   pass_date_held     the buyer has a ticket for every date, or bought a pass for one of them before
--   pass_date_offered  the buyer is offered a seat of one of the dates from its waitlist
--   own_event          the buyer is the host
--   pass_sold_out      no seat is left in one of the dates
--
-- Locks: the events in the order of their ids.
CREATE OR REPLACE FUNCTION hold_missing_dates(
  p_pass uuid, p_purchase uuid, p_buyer bigint, p_rows json, p_hold_ms int, OUT verdict text, OUT about uuid)
LANGUAGE plpgsql
AS $$
DECLARE
  the_pass series_pass;
  the_event event;
  asked record;
  own orders;
  dates int := 0;
  shares bigint := 0;
  missing uuid[] := '{}';
BEGIN
  SELECT * INTO the_pass FROM series_pass WHERE id = p_pass;
  PERFORM 1 FROM event WHERE id = ANY (the_pass.event_ids) ORDER BY id FOR UPDATE;

  SELECT o.pass_purchase_id INTO about FROM orders o
  WHERE o.buyer_id = p_buyer AND o.event_id = ANY (the_pass.event_ids) AND o.status = 'pending'
    AND o.pass_purchase_id IS NOT NULL
  ORDER BY o.id LIMIT 1;
  IF about IS NOT NULL THEN
    verdict := CASE
      WHEN EXISTS (
        SELECT 1 FROM pass_payment attempt
        WHERE attempt.purchase_id = about AND attempt.status IN ('creating', 'requires_action', 'processing'))
        THEN 'payment_open'
      WHEN EXISTS (
        SELECT 1 FROM orders o JOIN pass_purchase its ON its.id = o.pass_purchase_id
        WHERE o.pass_purchase_id = about
          AND (o.status <> 'pending' OR o.hold_expires_at <= app_now() OR its.pass_id <> p_pass))
        THEN 'release_first'
      ELSE 'held'
    END;
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM series_pass s WHERE s.id = p_pass AND s.withdrawn_at IS NULL) THEN
    verdict := 'pass_not_on_sale';
    RETURN;
  END IF;
  -- Of a second pass, only the dates that were given away would be bought: single tickets, at the price of a pass.
  IF EXISTS (
    SELECT 1 FROM orders o
    WHERE o.buyer_id = p_buyer AND o.event_id = ANY (the_pass.event_ids) AND o.status = 'paid'
      AND o.pass_purchase_id IS NOT NULL) THEN
    verdict := 'pass_date_held';
    RETURN;
  END IF;

  FOR asked IN
    SELECT * FROM json_to_recordset(p_rows) AS each(
      event_id uuid, order_id uuid, price bigint, discount bigint, fee bigint, min_fee bigint, fee_bp int,
      currency text)
    ORDER BY event_id
  LOOP
    SELECT * INTO the_event FROM event WHERE id = asked.event_id AND id = ANY (the_pass.event_ids);
    SELECT * INTO own FROM orders o
    WHERE o.event_id = asked.event_id AND o.holder_key = person_holder(p_buyer) AND o.status IN ('pending', 'paid');
    about := own.id;
    verdict := CASE
      WHEN the_event.id IS NULL THEN 'terms_changed'
      WHEN the_event.state <> 0 OR the_event.starts_at <= app_now() OR NOT the_event.is_public
        OR sale_refusal(the_event) IS NOT NULL THEN 'pass_not_on_sale'
      WHEN the_event.host_id = p_buyer THEN 'own_event'
      WHEN (asked.price, asked.min_fee, asked.fee_bp, asked.currency) <> (
        the_event.price_minor, the_event.min_fee_minor, the_event.fee_bp, the_event.currency::text)
        OR asked.currency <> the_pass.currency OR asked.price - asked.discount <= 0 THEN 'terms_changed'
    END;
    IF verdict IS NOT NULL THEN
      RETURN;
    END IF;
    dates := dates + 1;
    shares := shares + asked.price - asked.discount;
    CONTINUE WHEN own.status = 'paid' OR EXISTS (
      SELECT 1 FROM ticket t
      WHERE t.event_id = asked.event_id AND t.holder_key = person_holder(p_buyer) AND t.voided_at IS NULL);
    verdict := CASE
      WHEN own.offered THEN 'pass_date_offered'
      WHEN own.id IS NOT NULL THEN 'date_open'
      WHEN seats_for_sale(the_event) - the_event.held - the_event.sold < 1 THEN 'pass_sold_out'
    END;
    IF verdict IS NOT NULL THEN
      RETURN;
    END IF;
    missing := missing || asked.event_id;
  END LOOP;
  IF dates <> cardinality(the_pass.event_ids) OR shares <> the_pass.price_minor THEN
    verdict := 'terms_changed';
    RETURN;
  END IF;
  IF missing = '{}' THEN
    verdict := 'pass_date_held';
    RETURN;
  END IF;

  INSERT INTO pass_purchase (id, pass_id) VALUES (p_purchase, p_pass);
  INSERT INTO orders (
    id, event_id, buyer_id, holder_key, status, price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp,
    total_minor, currency, hold_expires_at, pass_purchase_id)
  SELECT
    each.order_id, each.event_id, p_buyer, person_holder(p_buyer), 'pending', each.price, each.discount, each.fee,
    each.min_fee, each.fee_bp, each.price - each.discount + each.fee, each.currency,
    app_now() + p_hold_ms * interval '1 ms', p_purchase
  FROM json_to_recordset(p_rows) AS each(
    event_id uuid, order_id uuid, price bigint, discount bigint, fee bigint, min_fee bigint, fee_bp int,
    currency text)
  WHERE each.event_id = ANY (missing);
  UPDATE event SET held = held + 1, version = version + 1 WHERE id = ANY (missing);
  verdict := 'held';
  about := p_purchase;
END $$;
