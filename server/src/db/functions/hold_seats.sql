-- Holds seats for orders that cost money (or that only keep a seat), many requests of one event at a time. A request
-- that wins gets an order 'pending' for p_hold_ms and, where it names a provider, a payment 'creating': both are
-- committed before anybody calls the provider. A request whose buyer has an open order is given that order.
--
-- Takes: the event; the requests as a JSON array; how long a hold lasts; the share of the house that unpaid guest
-- orders may hold; how many seats one network may hold; and how many attempts to pay that took no money a buyer has
-- in so many ms. A request has: n (its place in the batch), order_id, payment_id, provider (null: only hold), buyer,
-- email, guest (hash of the browser's secret; null for somebody with a session), kind, price, discount, promo (the
-- promo code's id, null without) and its percent, reprice (the code was named or taken away on purpose), fee, min_fee,
-- fee_bp, currency, address (the network it comes from; null where that is not counted).
--
-- Answers one row a request: n, the verdict, the order it is about, its new payment, when the hold ends (for
-- too_many_attempts: when to try again), and the time.
--   held                the order is there; where a provider was named, its payment, too
--   already_has_ticket  the buyer has a ticket of this event
--   guest_order_elsewhere     the address that somebody typed gets no other ticket: it has one that another browser
--                       bought, or its owner was removed from the event; there are seats left
--   address_has_ticket_sold_out   the same, and no seat is left
--   hold_expired        the hold of the buyer's open order is over: expire it, then ask again
--   reorder             the open order has another price, or is another browser's and was declined: renew it, ask again
--   payment_open        a payment of the open order is under way, or the order is part of a pass, which is paid as one
--   order_is_free       the open order costs nothing, so there is nothing to pay at a provider
--   terms_changed       the quoted terms are not the event's
--   promo_not_yet, promo_expired, promo_used_up   see promo_refusal
--   too_many_holds      guests hold their share of the house, or the network its number of seats
--   too_many_attempts   the buyer tried too often
--   sold_out            no seat is left
--   event_not_found, ticket_type_wrong, own_event
--   event_cancelled, event_over, token_gated, ticketing_closed   see sale_refusal
--
-- Locks: the event first, for the whole batch; after that no two batches of one event look at the same seats.
CREATE OR REPLACE FUNCTION hold_seats(
  p_event uuid, p_rows json, p_hold_ms int, p_guest_share numeric, p_address_max int,
  p_attempts_max int, p_attempts_ms int)
RETURNS TABLE (n int, verdict text, order_id uuid, payment_id uuid, expires timestamptz, at timestamptz)
LANGUAGE plpgsql
-- Planned once and always by key: a plan made while a table was nearly empty would read all of it later.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  the_event event;
  refusal text;
  seats_left int;
  guests_max int;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  refusal := CASE WHEN the_event.id IS NULL THEN 'event_not_found' ELSE sale_refusal(the_event) END;
  seats_left := seats_for_sale(the_event) - the_event.held - the_event.sold;
  guests_max := greatest(1, floor(the_event.capacity * p_guest_share));

  RETURN QUERY
  WITH requested AS (
    SELECT
      request.*,
      open_holder(request.buyer, request.guest) AS holder,
      row_number() OVER (PARTITION BY request.buyer, request.guest ORDER BY request.n) AS nth_of_buyer
    FROM json_to_recordset(p_rows) AS request(
      n int, order_id uuid, payment_id uuid, provider text, buyer bigint, email text, guest text, kind smallint,
      price bigint, discount bigint, promo bigint, percent int, reprice boolean, fee bigint, min_fee bigint,
      fee_bp int, currency text, address text)
  ),

  -- The order each buyer has there already: what the person has paid (or, with a session, holds), what this browser
  -- began or is offered from the waitlist, or, for a guest who pays, what another browser of the address was declined:
  -- a script without the secret would otherwise try another card on another seat each time. OFFSET 0 makes PostgreSQL
  -- find the payments by their order.
  known AS (
    SELECT
      asked.*,
      found.id AS open_id,
      found.status AS open_status,
      found.total_minor AS open_total,
      found.currency AS open_currency,
      found.hold_expires_at AS open_expires,
      found.hold_expires_at <= app_now() AS expired,
      found.promo_id AS open_promo,
      found.pass_purchase_id IS NOT NULL AS of_pass,
      asked.guest IS NOT NULL AND found.guest_key IS DISTINCT FROM asked.guest AS elsewhere,
      EXISTS (
        SELECT 1 FROM (SELECT its.status FROM payment its WHERE its.order_id = found.id OFFSET 0) attempt
        WHERE attempt.status IN ('creating', 'requires_action', 'processing')) AS paying
    FROM requested asked
    LEFT JOIN LATERAL (
      SELECT candidate.*
      FROM (
        SELECT mine.* FROM orders mine
        WHERE mine.event_id = p_event AND mine.holder_key = person_holder(asked.buyer)
          AND (mine.status = 'paid' OR asked.guest IS NULL OR mine.guest_key = asked.guest)
          AND mine.status IN ('pending', 'paid')
        UNION ALL
        SELECT mine.* FROM orders mine
        WHERE asked.guest IS NOT NULL AND mine.event_id = p_event AND mine.holder_key = asked.holder
          AND mine.status IN ('pending', 'paid')
        UNION ALL
        SELECT mine.* FROM orders mine
        WHERE asked.guest IS NOT NULL AND asked.provider IS NOT NULL AND mine.buyer_id = asked.buyer
          AND mine.event_id = p_event AND mine.status = 'pending' AND mine.hold_expires_at > app_now()
          AND mine.guest_key <> asked.guest AND NOT mine.offered AND is_declined(mine.id)) candidate
      ORDER BY candidate.status = 'paid' DESC, candidate.holder_key = asked.holder DESC
      LIMIT 1) found ON true
  ),

  -- What the event, and the order the buyer has there already, say to each request.
  judged AS (
    SELECT asked.*,
      CASE
        WHEN asked.buyer <> the_event.private_for THEN 'event_not_found'
        WHEN refusal IS NOT NULL THEN refusal
        WHEN asked.kind <> the_event.kind THEN 'ticket_type_wrong'
        WHEN asked.buyer = the_event.host_id THEN 'own_event'
        WHEN asked.open_status = 'paid' AND asked.elsewhere
          THEN CASE WHEN seats_left > 0 THEN 'guest_order_elsewhere' ELSE 'address_has_ticket_sold_out' END
        WHEN asked.open_status = 'paid' THEN 'already_has_ticket'
        -- As if the address had a ticket: who typed it must not learn that its owner was removed.
        WHEN asked.guest IS NOT NULL AND was_removed(p_event, asked.buyer)
          THEN CASE WHEN seats_left > 0 THEN 'guest_order_elsewhere' ELSE 'address_has_ticket_sold_out' END
        WHEN asked.nth_of_buyer > 1 THEN 'asked_twice'
        WHEN asked.open_status = 'pending' AND asked.expired THEN 'hold_expired'
        WHEN asked.open_status = 'pending' AND asked.of_pass THEN 'payment_open'
        WHEN asked.open_status = 'pending' AND asked.elsewhere THEN 'reorder'
        WHEN asked.open_status = 'pending' AND asked.reprice AND asked.open_promo IS DISTINCT FROM asked.promo
          THEN CASE WHEN asked.paying THEN 'payment_open' ELSE 'reorder' END
        WHEN asked.open_status = 'pending' THEN 'pending'
        WHEN (asked.price, asked.min_fee, asked.fee_bp, asked.currency)
            <> (the_event.price_minor, the_event.min_fee_minor, the_event.fee_bp, the_event.currency::text)
          OR (asked.promo IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM promo_code open_code
            WHERE open_code.id = asked.promo AND open_code.event_id = p_event AND open_code.percent = asked.percent
              AND open_code.ended_at IS NULL)) THEN 'terms_changed'
        ELSE 'fresh'
      END AS word
    FROM known asked
  ),

  placed AS (
    SELECT
      asked.*,
      row_number() OVER (PARTITION BY asked.word ORDER BY asked.n) AS place,
      count(*) FILTER (WHERE asked.email IS NOT NULL) OVER (PARTITION BY asked.word ORDER BY asked.n) AS guest_place,
      row_number() OVER (PARTITION BY asked.word, asked.promo ORDER BY asked.n)::int AS promo_place,
      row_number() OVER (PARTITION BY asked.word, asked.address ORDER BY asked.n) AS address_place
    FROM judged asked
  ),

  -- When the buyer may try to pay again: null while fewer than p_attempts_max attempts that took no money lie in the
  -- last p_attempts_ms. Looked up for who may get a seat only, from the buyer to the orders to their payments (OFFSET
  -- 0), and in the order of the index payment_unpaid, so that it is the one that answers.
  tried AS MATERIALIZED (
    SELECT asked.*, oldest.created_at + p_attempts_ms * interval '1 ms' AS retry_at
    FROM placed asked
    LEFT JOIN LATERAL (
      SELECT attempt.created_at
      FROM (SELECT mine.id, mine.created_at FROM orders mine WHERE mine.buyer_id = asked.buyer OFFSET 0) bought
      CROSS JOIN LATERAL (
        SELECT unpaid.created_at FROM payment unpaid
        WHERE unpaid.order_id = bought.id AND unpaid.amount_minor > 0 AND unpaid.status <> 'succeeded'
          AND unpaid.pass_payment_id IS NULL
          AND unpaid.created_at > app_now() - p_attempts_ms * interval '1 ms'
        ORDER BY unpaid.created_at DESC OFFSET 0) attempt
      WHERE asked.provider IS NOT NULL
        AND (asked.word = 'pending' OR asked.word = 'fresh' AND asked.place <= seats_left)
        AND bought.created_at > app_now() - (p_attempts_ms + p_hold_ms) * interval '1 ms'
      ORDER BY attempt.created_at DESC OFFSET p_attempts_max - 1 LIMIT 1) oldest ON true
  ),

  guest_holds AS MATERIALIZED (
    SELECT count(*) AS held FROM orders open_order
    WHERE open_order.event_id = p_event AND open_order.status = 'pending' AND open_order.email_norm IS NOT NULL
      AND EXISTS (SELECT 1 FROM placed asked WHERE asked.word = 'fresh' AND asked.email IS NOT NULL)
  ),

  -- What the limits say to those who would get a seat or go on to pay.
  limited AS (
    SELECT asked.*,
      CASE
        WHEN asked.word NOT IN ('fresh', 'pending') THEN asked.word
        WHEN asked.word = 'fresh' AND asked.place > seats_left THEN 'sold_out'
        WHEN asked.word = 'fresh' AND asked.promo IS NOT NULL
          AND promo_refusal(p_event, asked.promo, asked.percent, asked.promo_place) IS NOT NULL
          THEN promo_refusal(p_event, asked.promo, asked.percent, asked.promo_place)
        WHEN asked.word = 'fresh' AND asked.email IS NOT NULL
          AND asked.guest_place + (SELECT guests.held FROM guest_holds guests) > guests_max THEN 'too_many_holds'
        WHEN asked.word = 'fresh' AND asked.address IS NOT NULL AND asked.address_place + (
          SELECT count(*) FROM orders open_order
          WHERE open_order.event_id = p_event AND open_order.status = 'pending'
            AND open_order.hold_address = asked.address) > p_address_max THEN 'too_many_holds'
        WHEN asked.word = 'pending' AND asked.provider IS NOT NULL AND asked.open_total = 0 THEN 'order_is_free'
        WHEN asked.word = 'pending' AND asked.provider IS NOT NULL AND asked.paying THEN 'payment_open'
        WHEN asked.provider IS NOT NULL AND asked.retry_at IS NOT NULL THEN 'too_many_attempts'
        ELSE asked.word
      END AS final
    FROM tried asked
  ),

  new_orders AS (
    INSERT INTO orders (
      id, event_id, buyer_id, email_norm, holder_key, status,
      price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp,
      total_minor, currency, hold_expires_at,
      hold_address, guest_key, promo_id)
    SELECT
      winner.order_id, p_event, winner.buyer, winner.email, winner.holder, 'pending',
      winner.price, winner.discount, winner.fee, winner.min_fee, winner.fee_bp,
      winner.price - winner.discount + winner.fee, winner.currency, app_now() + p_hold_ms * interval '1 ms',
      winner.address, winner.guest, winner.promo
    FROM limited winner
    WHERE winner.final = 'fresh'
  ),

  payments AS (
    INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
    SELECT
      payer.payment_id,
      coalesce(payer.open_id, payer.order_id),
      payer.provider,
      coalesce(payer.open_total, payer.price - payer.discount + payer.fee),
      coalesce(payer.open_currency, payer.currency),
      'creating',
      payer.payment_id
    FROM limited payer
    WHERE payer.final IN ('fresh', 'pending') AND payer.provider IS NOT NULL
  ),

  counters AS (
    UPDATE event
    SET held = held + total.fresh, version = version + 1
    FROM (SELECT count(*)::int AS fresh FROM limited winner WHERE winner.final = 'fresh') total
    WHERE event.id = p_event AND total.fresh > 0
  ),

  -- A second request of the same buyer in this batch gets the verdict of the first one.
  firsts AS (
    SELECT earlier.buyer, earlier.guest, earlier.final, coalesce(earlier.open_id, earlier.order_id) AS order_id
    FROM limited earlier
    WHERE earlier.nth_of_buyer = 1
  )

  SELECT
    asked.n,
    CASE asked.final
      WHEN 'fresh' THEN 'held'
      WHEN 'pending' THEN 'held'
      WHEN 'asked_twice' THEN CASE
        WHEN first.final NOT IN ('fresh', 'pending') THEN first.final
        WHEN asked.provider IS NULL THEN 'held'
        ELSE 'payment_open'
      END
      ELSE asked.final
    END,
    CASE
      WHEN first.final IN ('fresh', 'pending', 'payment_open', 'hold_expired', 'order_is_free', 'reorder')
        THEN first.order_id
      ELSE asked.open_id
    END,
    CASE WHEN asked.final IN ('fresh', 'pending') AND asked.provider IS NOT NULL THEN asked.payment_id END,
    CASE
      WHEN asked.final = 'too_many_attempts' THEN asked.retry_at
      ELSE coalesce(asked.open_expires, app_now() + p_hold_ms * interval '1 ms')
    END,
    app_now()
  FROM limited asked
  LEFT JOIN firsts first ON first.buyer = asked.buyer AND first.guest IS NOT DISTINCT FROM asked.guest;
END $$;
