-- Sells seats that cost nothing, many requests of one event at a time. A request that wins gets its order (or its
-- open order becomes paid), its payment 'free', its ticket and the fact TicketIssued, all in this one statement.
--
-- Takes: the event; the requests as a JSON array; how many seats one network may hold for typed addresses whose mail
-- nobody has opened yet. A request has: n (its place in the batch), order_id, payment_id, ticket_id, code (of the
-- ticket), buyer, email, guest (hash of the browser's secret; null for somebody with a session), kind, price,
-- discount, promo (the promo code's id, null without), min_fee, fee_bp, currency (the terms it was quoted), address
-- (the network it comes from; null where that is not counted). Of somebody who proved to be a token holder also: wallet
-- (hex of its hash for this event), gate (where), holder_of (what), proof (hex; null where nothing can be asked again).
--
-- Answers one row a request: n, the verdict, the order it is about, the seat number where one was sold, and the time.
--   sold                a ticket was issued
--   replayed            this very order was paid before: the same request came again
--   already_has_ticket  the buyer has a ticket of this event
--   address_has_ticket  the address that somebody typed gets no other ticket: it has one that another browser bought,
--                       or its owner was removed from the event; there are seats left
--   address_has_ticket_sold_out   the same, and no seat is left
--   guest_order_open    another browser of the guest has an unpaid order with a price; there are seats left
--   payment_open        a payment of the buyer's open order is under way
--   hold_expired        the hold of the buyer's open order is over: expire it, then ask again
--   reorder             the open order has a price and a promo code was named: renew the order, then ask again
--   order_costs_money   the open order has a price: it is to be paid
--   asked_twice         an earlier request of the same buyer in this batch comes first: ask again
--   terms_changed       the quoted terms are not the event's, or the price is not 0
--   promo_not_yet, promo_expired, promo_used_up   see promo_refusal
--   too_many_unopened   the network has taken as many seats for unopened addresses as it may
--   sold_out            no seat is left
--   event_not_found, ticket_type_wrong, own_event
--   event_cancelled, event_over, token_gated, ticketing_closed   see sale_refusal
--   not_token_gated     a token holder asked, and everybody may get a ticket now; see holder_sale_refusal
--   wallet_has_ticket   somebody else has a ticket by the same wallet
--
-- Locks: the event first, for the whole batch; after that no two batches of one event look at the same seats.
CREATE OR REPLACE FUNCTION sell_costless_seats(p_event uuid, p_rows json, p_unopened_max int)
RETURNS TABLE (n int, verdict text, order_id uuid, seat int, at timestamptz)
LANGUAGE plpgsql
-- Planned once and always by key: a plan made while a table was nearly empty would read all of it later.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  the_event event;
  refusal text;
  holder_refusal text;
  seats_left int;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  refusal := CASE WHEN the_event.id IS NULL THEN 'event_not_found' ELSE sale_refusal(the_event) END;
  holder_refusal := CASE WHEN the_event.id IS NULL THEN 'event_not_found' ELSE holder_sale_refusal(the_event) END;
  seats_left := seats_for_sale(the_event) - the_event.held - the_event.sold;

  RETURN QUERY
  WITH requested AS (
    SELECT
      request.*,
      person_holder(request.buyer) AS holder,
      row_number() OVER (PARTITION BY request.buyer ORDER BY request.n) AS nth_of_buyer,
      row_number() OVER (PARTITION BY request.promo ORDER BY request.n)::int AS nth_with_promo,
      row_number() OVER (PARTITION BY request.wallet ORDER BY request.n) AS nth_of_wallet,
      decode(request.wallet, 'hex') AS wallet_hash
    FROM json_to_recordset(p_rows) AS request(
      n int, order_id uuid, payment_id uuid, ticket_id uuid, code text, buyer bigint, email text, guest text,
      kind smallint, price bigint, discount bigint, promo bigint, min_fee bigint, fee_bp int, currency text,
      address text, wallet text, gate text, holder_of text, proof text)
  ),

  -- What the event, and the order the buyer has there already, say to each request. `known` is that order: the paid
  -- one of the address before an open one, the person's before the browser's.
  first_look AS (
    SELECT asked.*, known.id AS open_id,
      CASE
        WHEN known.status = 'paid' AND known.id = asked.order_id THEN 'replayed'
        WHEN asked.buyer <> the_event.private_for THEN 'event_not_found'
        WHEN asked.wallet IS NULL AND refusal IS NOT NULL THEN refusal
        -- A live event sells to nobody but whom it offered a seat: see waitlist_refusal.
        WHEN asked.wallet IS NOT NULL AND holder_refusal IS NOT NULL
          AND (known.offered AND known.status = 'pending' AND waitlist_refusal(the_event, 0) IS NULL) IS NOT TRUE
          THEN holder_refusal
        WHEN asked.kind <> the_event.kind THEN 'ticket_type_wrong'
        WHEN asked.buyer = the_event.host_id THEN 'own_event'
        WHEN (asked.price, asked.min_fee, asked.fee_bp, asked.currency)
            <> (the_event.price_minor, the_event.min_fee_minor, the_event.fee_bp, the_event.currency::text)
          OR asked.discount <> asked.price
          OR (asked.discount > 0 AND (known.total_minor = 0 AND known.status = 'pending') IS NOT TRUE AND NOT EXISTS (
            SELECT 1 FROM promo_code open_code
            WHERE open_code.id = asked.promo AND open_code.event_id = p_event AND open_code.percent = 100
              AND open_code.ended_at IS NULL)) THEN 'terms_changed'
        WHEN known.status = 'paid' AND asked.guest IS NOT NULL AND known.guest_key IS DISTINCT FROM asked.guest
          THEN CASE WHEN seats_left > 0 THEN 'address_has_ticket' ELSE 'address_has_ticket_sold_out' END
        WHEN known.status = 'paid' THEN 'already_has_ticket'
        -- As if the address had a ticket: who typed it must not learn that its owner was removed.
        WHEN asked.guest IS NOT NULL AND was_removed(p_event, asked.buyer)
          THEN CASE WHEN seats_left > 0 THEN 'address_has_ticket' ELSE 'address_has_ticket_sold_out' END
        WHEN asked.wallet IS NOT NULL AND EXISTS (
          SELECT 1 FROM ticket held
          WHERE held.event_id = p_event AND held.wallet_hash = asked.wallet_hash AND held.voided_at IS NULL)
          THEN 'wallet_has_ticket'
        WHEN asked.nth_of_buyer > 1 OR (asked.wallet IS NOT NULL AND asked.nth_of_wallet > 1) THEN 'asked_twice'
        WHEN known.status = 'pending' AND known.total_minor > 0
          AND asked.guest IS NOT NULL AND known.guest_key IS DISTINCT FROM asked.guest
          THEN CASE
            WHEN known.hold_expires_at <= app_now() THEN 'hold_expired'
            WHEN seats_left > 0 THEN 'guest_order_open'
            ELSE 'sold_out'
          END
        WHEN known.status = 'pending' AND known.total_minor > 0 AND EXISTS (
          SELECT 1 FROM payment attempt
          WHERE attempt.order_id = known.id AND attempt.status IN ('creating', 'requires_action', 'processing'))
          THEN 'payment_open'
        WHEN known.status = 'pending' AND known.total_minor > 0 AND known.hold_expires_at <= app_now()
          THEN 'hold_expired'
        WHEN known.status = 'pending' AND known.total_minor > 0 AND asked.discount > 0 THEN 'reorder'
        WHEN known.status = 'pending' AND known.total_minor > 0 THEN 'order_costs_money'
        -- While people wait, a hold that ran out is theirs, also before it is swept.
        WHEN known.status = 'pending' AND known.hold_expires_at <= app_now()
          AND (known.offered OR the_event.waiting > 0) THEN 'hold_expired'
        WHEN known.offered AND asked.guest IS NOT NULL AND known.guest_key IS DISTINCT FROM asked.guest
          AND seats_left <= 0 THEN 'sold_out'
        WHEN known.status = 'pending' THEN 'converted'
        WHEN asked.discount > 0 THEN coalesce(
          promo_refusal(p_event, asked.promo, 100, asked.nth_with_promo), 'fresh')
        ELSE 'fresh'
      END AS first_word
    FROM requested asked
    LEFT JOIN LATERAL (
      SELECT mine.*
      FROM orders mine
      WHERE mine.event_id = p_event
        AND mine.holder_key IN (asked.holder, open_holder(asked.buyer, asked.guest))
        AND mine.status IN ('pending', 'paid')
      ORDER BY mine.status = 'paid' DESC, mine.holder_key = asked.holder DESC
      LIMIT 1) known ON true
  ),

  -- An address that has a ticket is counted like any other, so that the answer does not say which addresses have one.
  judged AS (
    SELECT counted.*,
      CASE
        WHEN counted.unopened
          AND row_number() OVER (PARTITION BY counted.unopened, counted.address ORDER BY counted.n)
            + unopened_guest_seats(p_event, counted.address) > p_unopened_max THEN 'too_many_unopened'
        ELSE counted.first_word
      END AS word
    FROM (
      SELECT
        looked.*,
        looked.guest IS NOT NULL AND looked.address IS NOT NULL AND seats_left > 0
          AND looked.first_word IN ('fresh', 'converted', 'address_has_ticket') AS unopened
      FROM first_look looked) counted
  ),

  placed AS (
    SELECT asked.*, row_number() OVER (PARTITION BY asked.word ORDER BY asked.n) AS place FROM judged asked
  ),

  -- Who gets a ticket: orders that hold their seat already, and new ones while seats are left.
  won AS (
    SELECT
      candidate.*,
      coalesce(candidate.open_id, candidate.order_id) AS final_id,
      the_event.tickets_issued + (row_number() OVER (ORDER BY candidate.n))::int AS seat
    FROM placed candidate
    WHERE candidate.word = 'converted' OR (candidate.word = 'fresh' AND candidate.place <= seats_left)
  ),

  new_orders AS (
    INSERT INTO orders (
      id, event_id, buyer_id, email_norm, holder_key, status,
      price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp, total_minor, currency,
      paid_at, guest_key, promo_id, hold_address)
    SELECT
      winner.order_id, p_event, winner.buyer, winner.email, winner.holder, 'paid',
      winner.price, winner.discount, 0, winner.min_fee, winner.fee_bp, 0, winner.currency,
      app_now(), winner.guest, winner.promo, CASE WHEN winner.guest IS NOT NULL THEN winner.address END
    FROM won winner
    WHERE winner.word = 'fresh'
  ),

  paid_orders AS (
    UPDATE orders open_order
    SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = winner.holder
    FROM won winner
    WHERE winner.word = 'converted' AND open_order.id = winner.open_id AND open_order.status = 'pending'
  ),

  payments AS (
    INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
    SELECT
      winner.payment_id, winner.final_id, 'free', 0, winner.currency, 'succeeded', winner.payment_id, app_now()
    FROM won winner
  ),

  tickets AS (
    INSERT INTO ticket (
      id, order_id, event_id, holder_id, holder_key, code, seat, self_cancel_hours, self_cancel_percent, wallet_hash)
    SELECT
      winner.ticket_id, winner.final_id, p_event, winner.buyer, winner.holder, winner.code, winner.seat,
      the_event.self_cancel_hours, the_event.self_cancel_percent, winner.wallet_hash
    FROM won winner
  ),

  claims AS (
    INSERT INTO token_claim (ticket_id, gate, holder_of, proof_sealed)
    SELECT winner.ticket_id, winner.gate, winner.holder_of, decode(winner.proof, 'hex')
    FROM won winner
    WHERE winner.wallet IS NOT NULL
  ),

  facts AS (
    INSERT INTO outbox (dedupe_key, topic, payload)
    SELECT
      'ticket:' || winner.ticket_id,
      'TicketIssued',
      jsonb_build_object(
        'ticketId', winner.ticket_id, 'orderId', winner.final_id, 'eventUuid', p_event, 'userId', winner.buyer)
    FROM won winner
  ),

  counters AS (
    UPDATE event
    SET sold = sold + total.won,
      held = held - total.converted,
      tickets_issued = tickets_issued + total.won,
      version = version + 1
    FROM (
      SELECT count(*)::int AS won, (count(*) FILTER (WHERE winner.word = 'converted'))::int AS converted
      FROM won winner) total
    WHERE event.id = p_event AND total.won > 0
  )

  SELECT
    asked.n,
    CASE
      WHEN winner.n IS NOT NULL THEN 'sold'
      WHEN asked.word = 'fresh' THEN 'sold_out'
      WHEN asked.word = 'asked_twice' AND EXISTS (
        SELECT 1 FROM won earlier
        WHERE earlier.buyer = asked.buyer AND earlier.guest IS NOT DISTINCT FROM asked.guest) THEN 'already_has_ticket'
      WHEN asked.word = 'asked_twice' AND EXISTS (SELECT 1 FROM won earlier WHERE earlier.buyer = asked.buyer)
        THEN 'address_has_ticket'
      WHEN asked.word = 'asked_twice' AND EXISTS (
        SELECT 1 FROM placed earlier WHERE earlier.buyer = asked.buyer AND earlier.word = 'fresh') THEN 'sold_out'
      ELSE asked.word
    END,
    coalesce(winner.final_id, asked.open_id),
    winner.seat,
    app_now()
  FROM placed asked
  LEFT JOIN won winner ON winner.n = asked.n;
END $$;
