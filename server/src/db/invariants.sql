-- What must hold after any story. Each query returns the rows that break its rule; tests run all of them once facts are
-- delivered and jobs have run, and expect none.
-- name: T01 capacity never exceeded
SELECT id FROM event WHERE held + sold > capacity OR held < 0 OR sold < 0;
-- name: T02 counters equal the rows they summarise
SELECT e.id FROM event e
WHERE e.sold <> (SELECT count(*) FROM ticket t WHERE t.event_id = e.id AND t.voided_at IS NULL)
  OR e.held <> (SELECT count(*) FROM orders o WHERE o.event_id = e.id AND o.status = 'pending');
-- name: T03 paid order <=> exactly one live ticket
SELECT o.id FROM orders o
LEFT JOIN ticket t ON t.order_id = o.id AND t.voided_at IS NULL
GROUP BY o.id, o.status
HAVING (o.status = 'paid')::int <> count(t.id);
-- name: T04 a ticket belongs to the event of its order, and to its holder unless it was passed on
SELECT t.id FROM ticket t
JOIN orders o ON o.id = t.order_id
WHERE t.event_id <> o.event_id OR (NOT t.transferred AND t.holder_key <> o.holder_key);
-- name: T05 one live ticket per holder per event
SELECT event_id, holder_key FROM ticket WHERE voided_at IS NULL GROUP BY 1, 2 HAVING count(*) > 1;
-- name: T06 host never holds a ticket to the own event
SELECT t.id FROM ticket t
JOIN event e ON e.id = t.event_id
WHERE t.holder_key = person_holder(e.host_id) AND t.voided_at IS NULL;
-- name: T07 no ticket minted after finish or cancel
SELECT t.id FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.created_at > least(e.finished_at, e.cancelled_at);
-- name: T08 no stale hold (sweeper lag < 60 s)
SELECT id FROM orders WHERE status = 'pending' AND hold_expires_at < app_now() - interval '60 s';
-- name: M01 money conservation per order: captured - refunded - disputed = paid and neither asked back nor disputed
SELECT o.id FROM orders o
LEFT JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded'
LEFT JOIN LATERAL (
  SELECT coalesce(sum(amount_minor), 0) a FROM refund r
  WHERE r.payment_id = p.id AND r.status <> 'failed') r ON true
LEFT JOIN LATERAL (
  SELECT coalesce(sum(d.price_minor + d.fee_minor), 0) a FROM dispute d
  WHERE d.payment_id = p.id AND d.status <> 'won') d ON true
GROUP BY o.id
HAVING coalesce(sum(p.amount_minor - r.a - d.a), 0)
  <> CASE WHEN o.status IN ('paid', 'refunding', 'refunded', 'disputed', 'charged_back')
    THEN o.total_minor - o.refunded_price_minor - o.refunded_fee_minor - o.disputed_price_minor - o.disputed_fee_minor
    ELSE 0 END;
-- name: M02 paid order has exactly one payment that is not given back whole, right amount and currency
SELECT o.id FROM orders o
LEFT JOIN payment p ON p.order_id = o.id
  AND p.status = 'succeeded'
  AND p.amount_minor = o.total_minor
  AND p.currency = o.currency
  AND (p.amount_minor = 0 OR p.amount_minor > (
    SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.payment_id = p.id AND r.status <> 'failed'))
WHERE o.status = 'paid'
GROUP BY o.id
HAVING count(p.id) <> 1;
-- name: M03 refunds never exceed their payment
SELECT p.id FROM payment p
JOIN refund r ON r.payment_id = p.id AND r.status <> 'failed'
GROUP BY p.id
HAVING sum(r.amount_minor) > p.amount_minor OR bool_or(p.status <> 'succeeded');
-- name: M04 price and currency are the event's, never the client's; of a complimentary ticket the price is 0
SELECT o.id FROM orders o
JOIN event e ON e.id = o.event_id
WHERE (o.price_minor, o.currency) <> (CASE WHEN o.complimentary THEN 0 ELSE e.price_minor END, e.currency);
-- name: M05 fee = min fee + percent of the discounted price, rounded half up, 0 when free
SELECT id FROM orders
WHERE fee_minor <> CASE
  WHEN price_minor = discount_minor THEN 0
  ELSE min_fee_minor + floor(((price_minor - discount_minor) * fee_bp + 5000) / 10000)
END;
-- name: C01 a complimentary order has no money, a guest's address (until they are erased) and no promo code
SELECT o.id FROM orders o
LEFT JOIN complimentary_guest g ON g.order_id = o.id
WHERE o.complimentary <> (g.order_id IS NOT NULL)
  OR (o.complimentary AND (o.total_minor <> 0 OR o.promo_id IS NOT NULL))
  OR g.event_id <> o.event_id;
-- name: C02 a promo code is one of the event of its order, and takes something off
SELECT o.id FROM orders o
JOIN promo_code c ON c.id = o.promo_id
WHERE c.event_id <> o.event_id OR o.discount_minor = 0 AND o.price_minor >= 100;
-- name: M06 free and rally orders carry no money; card and wallet orders do
SELECT p.id FROM payment p WHERE (p.provider IN ('free', 'rally')) <> (p.amount_minor = 0);
-- name: M08 every provider capture is known locally (no lost money)
SELECT x.provider, x.ref FROM provider_object x
LEFT JOIN payment p ON p.provider = x.provider AND p.capture_ref = x.ref AND p.status = 'succeeded'
WHERE x.kind = 'capture' AND x.status = 'succeeded' AND p.id IS NULL;
-- name: M09 provider refunds = local refunds, both ways
SELECT coalesce(x.ref, r.provider_ref)
FROM (SELECT * FROM provider_object WHERE kind = 'refund' AND status = 'succeeded') x
FULL JOIN (SELECT * FROM refund WHERE status = 'succeeded' AND paid_otherwise IS NULL) r ON r.provider_ref = x.ref
WHERE x.ref IS NULL OR r.id IS NULL OR x.amount_minor <> r.amount_minor;
-- name: M10 no payment or refund left in flight (one that came back more than once waits for its next day, and one that
-- was given up waits for a person)
SELECT id FROM payment
WHERE status IN ('creating', 'requires_action', 'processing') AND created_at < app_now() - interval '15 min'
UNION ALL
SELECT id FROM refund
WHERE status IN ('requested', 'pending')
  AND created_at < app_now() - interval '15 min'
  AND NOT (taken_back > 1 AND next_at > app_now())
  AND next_at <> 'infinity';
-- name: M11 cancelled event leaves no paid order
SELECT o.id FROM orders o
JOIN event e ON e.id = o.event_id
WHERE e.cancelled_at IS NOT NULL AND o.status IN ('paid', 'pending');
-- name: M12 no-show rule: not live 60 min after start => cancelled as no-show
SELECT id FROM event
WHERE cancelled_at IS NULL AND replay_of IS NULL
  AND starts_at + interval '60 min' < coalesce(started_at, app_now())
  AND EXISTS (SELECT 1 FROM orders o WHERE o.event_id = event.id AND o.status = 'paid');
-- name: L01 every ledger transaction balances per currency and has >= 2 entries
SELECT t.id FROM ledger_tx t
LEFT JOIN ledger_entry e ON e.tx_id = t.id
LEFT JOIN ledger_account a ON a.id = e.account_id
GROUP BY t.id, a.currency
HAVING coalesce(sum(e.amount_minor), 1) <> 0 OR count(e.id) < 2;
-- name: L02 each money payment is posted exactly once, at its amount
SELECT p.id FROM payment p
LEFT JOIN ledger_tx t ON t.source_key = 'capture:' || p.id
LEFT JOIN ledger_entry e ON e.tx_id = t.id
LEFT JOIN ledger_account a ON a.id = e.account_id
  AND a.kind = 'psp_clearing'
  AND a.owner = p.provider
  AND a.currency = p.currency
GROUP BY p.id
HAVING coalesce(sum(e.amount_minor) FILTER (WHERE a.id IS NOT NULL), 0)
  <> CASE WHEN p.status = 'succeeded' THEN p.amount_minor ELSE 0 END;
-- name: L03 each succeeded refund is posted exactly once, and each that came back was posted and posted back
SELECT r.id FROM refund r
LEFT JOIN ledger_tx t ON t.kind IN ('refund', 'refund_reversal') AND split_part(t.source_key, ':', 2) = r.id::text
LEFT JOIN ledger_entry e ON e.tx_id = t.id
LEFT JOIN ledger_account a ON a.id = e.account_id AND a.kind IN ('psp_clearing', 'bank')
GROUP BY r.id
HAVING coalesce(-sum(e.amount_minor) FILTER (WHERE a.id IS NOT NULL), 0)
  <> CASE WHEN r.status = 'succeeded' THEN r.amount_minor ELSE 0 END
  OR count(DISTINCT t.id) <> 2 * r.taken_back + (r.status = 'succeeded')::int;
-- name: L04 no phantom posting
SELECT t.id FROM ledger_tx t
WHERE (
  t.kind = 'capture'
  AND NOT EXISTS (SELECT 1 FROM payment p WHERE t.source_key = 'capture:' || p.id AND p.status = 'succeeded'))
  OR (
    t.kind IN ('refund', 'refund_reversal')
    AND NOT EXISTS (
      SELECT 1 FROM refund r
      WHERE split_part(t.source_key, ':', 2) = r.id::text AND (r.status = 'succeeded' OR r.taken_back > 0)));
-- name: L05 refund_clearing equals refunds not yet confirmed
SELECT c.currency
FROM (
  SELECT a.currency, -coalesce(sum(e.amount_minor), 0) b FROM ledger_account a
  LEFT JOIN ledger_entry e ON e.account_id = a.id
  WHERE a.kind = 'refund_clearing'
  GROUP BY 1) c
WHERE b <> (
  SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
  JOIN payment p ON p.id = r.payment_id
  WHERE p.currency = c.currency AND r.status IN ('requested', 'pending'));
-- name: L06 liabilities never flip sign (a host's balance may: a refund after its release is netted from the next one)
SELECT a.id FROM ledger_account a
JOIN ledger_entry e ON e.account_id = a.id
WHERE a.kind IN ('host_escrow', 'fee_deferred', 'refund_clearing')
GROUP BY a.id
HAVING sum(e.amount_minor) > 0;
-- name: L07 cancelled event holds no escrow but the rest of what a bank charged back in part (docs/decisions/0058)
SELECT e.id FROM event e
JOIN ledger_account a ON a.kind = 'host_escrow' AND a.owner = e.id::text
JOIN ledger_entry x ON x.account_id = a.id
WHERE e.cancelled_at IS NOT NULL
GROUP BY e.id
HAVING -sum(x.amount_minor) <> (
  SELECT coalesce(
    sum(o.price_minor - o.discount_minor - o.refunded_price_minor - o.disputed_price_minor), 0)
  FROM orders o
  WHERE o.event_id = e.id AND (o.status IN ('disputed', 'charged_back') OR o.disputed_price_minor > 0));
-- name: L08 gross revenue panel = prices of orders that were paid, less what was asked back or disputed = ledger
SELECT event_id
FROM (
  SELECT
    o.event_id,
    sum(o.price_minor - o.discount_minor - o.refunded_price_minor - o.disputed_price_minor) AS minor
  FROM orders o
  WHERE o.status IN ('paid', 'refunding', 'refunded', 'disputed', 'charged_back')
  GROUP BY 1) sold
FULL JOIN (
  SELECT o.event_id, -sum(x.amount_minor) AS minor FROM ledger_tx t
  JOIN orders o ON o.id = t.order_id
  JOIN ledger_entry x ON x.tx_id = t.id
  JOIN ledger_account a ON a.id = x.account_id AND a.kind IN ('host_escrow', 'host_payable')
  WHERE t.kind IN (
    'capture', 'refund_request', 'refund_ended', 'refund_resumed',
    'dispute_opened', 'dispute_changed', 'dispute_won', 'dispute_lost')
  GROUP BY 1) booked USING (event_id)
WHERE coalesce(sold.minor, 0) <> coalesce(booked.minor, 0);
-- name: L11 the books of an order say what went back of it
SELECT r.id FROM refund r WHERE r.price_minor + r.fee_minor <> r.amount_minor
UNION ALL
SELECT o.id FROM orders o
JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded'
JOIN refund r ON r.payment_id = p.id AND r.status <> 'failed'
WHERE o.status IN ('paid', 'refunding', 'refunded', 'disputed', 'charged_back') AND p.id = sale_payment(o)
GROUP BY o.id, o.refunded_price_minor, o.refunded_fee_minor
HAVING sum(r.price_minor) <> o.refunded_price_minor OR sum(r.fee_minor) <> o.refunded_fee_minor;
-- name: L09 suspense account is empty
SELECT a.id FROM ledger_account a
JOIN ledger_entry e ON e.account_id = a.id
WHERE a.kind = 'suspense'
GROUP BY a.id
HAVING sum(e.amount_minor) <> 0;
-- name: L10 ledger is append-only for the application role
SELECT table_name, privilege_type
FROM information_schema.role_table_grants
WHERE grantee = 'app'
  AND table_name IN ('ledger_tx', 'ledger_entry')
  AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE');
-- name: W01 every received webhook was processed
SELECT provider, event_id FROM provider_event
WHERE processed_at IS NULL AND received_at < app_now() - interval '60 s';
-- name: W02 every outbox message was sent, and every handler of it is done or given up
SELECT f.id, d.handler, d.last_error FROM outbox f
LEFT JOIN fact_delivery d ON d.fact_id = f.id
WHERE (f.sent_at IS NULL OR (d.fact_id IS NOT NULL AND d.given_up_at IS NULL))
  AND f.created_at < app_now() - interval '60 s';
-- name: W03 each ticket and each refund produced exactly one notice (delivered ones go after 90 days)
SELECT k
FROM (
  SELECT 'ticket:' || id k, created_at FROM ticket
  UNION ALL
  SELECT 'refund:' || id, created_at FROM refund
  WHERE status = 'succeeded') s
LEFT JOIN outbox b ON b.dedupe_key = s.k
GROUP BY k, s.created_at
HAVING count(b.id) > 1 OR (count(b.id) = 0 AND s.created_at > app_now() - interval '90 days');
-- name: W04 no idempotency record stuck
SELECT scope, key FROM idempotency WHERE state = 'started' AND created_at < app_now() - interval '60 s';
-- name: R01 room closed iff event finished or cancelled
SELECT e.id FROM event e
JOIN room r ON r.event_id = e.id
WHERE (r.closed_at IS NOT NULL) <> (e.state = 2 OR e.cancelled_at IS NOT NULL);
-- name: R02 speaker is an entitled, unbanned, seated viewer, never the host
SELECT r.event_id FROM room r
JOIN event e ON e.id = r.event_id
LEFT JOIN room_member m ON m.event_id = r.event_id AND m.user_id = r.speaker_id
WHERE r.speaker_id IS NOT NULL
  AND (
    m.user_id IS NULL
    OR m.banned_at IS NOT NULL
    OR m.seat_until IS NULL
    OR r.speaker_id = e.host_id
    OR r.closed_at IS NOT NULL);
-- name: R03 seat cap (49 viewers + host in an interactive room)
SELECT m.event_id FROM room_member m
JOIN event e ON e.id = m.event_id
WHERE m.seat_until > app_now() AND m.user_id <> e.host_id AND (e.private_for IS NULL OR m.user_id = e.private_for)
GROUP BY m.event_id, e.capacity
HAVING count(*) > e.capacity;
-- name: R04 every seat, hand, role, admin right has a live ticket; app admins sit in a private meeting without one
SELECT m.event_id, m.user_id FROM room_member m
JOIN event e ON e.id = m.event_id
JOIN app_user u ON u.id = m.user_id
WHERE m.user_id <> e.host_id AND NOT (e.private_for IS NOT NULL AND u.app_admin)
  AND (m.seat_until > app_now() OR m.hand_raised_at IS NOT NULL OR m.is_admin OR m.stage_role <> 'viewer')
  AND NOT EXISTS (
    SELECT 1 FROM ticket t
    WHERE t.event_id = m.event_id AND t.holder_key = person_holder(m.user_id) AND t.voided_at IS NULL);
-- name: R05 host neither banned nor admin; nobody both banned and admin or hand-raised or with a role
SELECT m.event_id, m.user_id FROM room_member m
JOIN event e ON e.id = m.event_id
WHERE (m.user_id = e.host_id AND (m.banned_at IS NOT NULL OR m.is_admin OR m.stage_role <> 'viewer'))
  OR (m.banned_at IS NOT NULL AND (m.is_admin OR m.hand_raised_at IS NOT NULL OR m.stage_role <> 'viewer'));
-- name: R06 no raised hand while disabled or while speaking
SELECT m.event_id, m.user_id FROM room_member m
JOIN room r USING (event_id)
WHERE m.hand_raised_at IS NOT NULL
  AND (NOT r.raise_hand_enabled OR r.speaker_id = m.user_id OR r.closed_at IS NOT NULL);
-- name: R07 room log has no gap and no fork (it goes 90 days after the room closed, docs/decisions/0026)
SELECT r.event_id FROM room r
LEFT JOIN room_event x USING (event_id)
WHERE (r.closed_at < app_now() - interval '90 days') IS NOT TRUE
GROUP BY r.event_id
HAVING r.seq <> count(x.seq) OR r.seq <> coalesce(max(x.seq), 0);
-- name: R08 every chat line is in the log; none visible from a banned author; none after finish
SELECT c.event_id, c.seq FROM chat_message c
JOIN event e ON e.id = c.event_id
LEFT JOIN room_event x ON x.event_id = c.event_id AND x.seq = c.seq AND x.type = 'newMessage'
LEFT JOIN room_member m ON m.event_id = c.event_id AND m.user_id = c.author_id
WHERE x.seq IS NULL OR (m.banned_at IS NOT NULL AND c.removed_at IS NULL) OR c.at > e.finished_at;
-- name: R09 desired LiveKit grants are what the rules say
SELECT m.event_id, m.user_id FROM room_member m
JOIN room r USING (event_id)
JOIN event e ON e.id = m.event_id
WHERE m.desired_grants <> CASE
  WHEN r.closed_at IS NOT NULL THEN 'none'
  WHEN m.user_id IN (e.host_id, e.private_for) THEN 'sub,mic,cam,screen'
  WHEN m.banned_at IS NOT NULL OR e.kind = 1 THEN 'sub'
  WHEN m.user_id IN (r.speaker_id, r.stage_guest_id) THEN 'sub,mic,cam'
  WHEN r.open_mic THEN 'sub,mic'
  ELSE 'sub'
END;
-- name: R10 desired grants were applied at the SFU
SELECT event_id, user_id FROM room_member WHERE applied_ver <> desired_ver;
-- name: R11 nobody who was taken out sits, waits, speaks or moderates
SELECT m.event_id, m.user_id FROM room_member m
JOIN room r USING (event_id)
WHERE m.removed_at IS NOT NULL AND (m.seat_until IS NOT NULL OR m.hand_raised_at IS NOT NULL OR m.is_admin
  OR m.stage_role <> 'viewer' OR m.user_id IN (r.speaker_id, r.stage_guest_id));
-- name: R12 in a private meeting sit its two people and app admins; no hands, no turns, no event admins
SELECT e.id FROM event e
JOIN room r ON r.event_id = e.id
LEFT JOIN room_member m ON m.event_id = e.id
LEFT JOIN app_user u ON u.id = m.user_id
WHERE e.private_for IS NOT NULL
  AND (
    r.raise_hand_enabled OR r.open_mic OR r.speaker_id IS NOT NULL
    OR m.is_admin OR m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL
    OR (m.seat_until > app_now() AND u.id NOT IN (e.host_id, e.private_for) AND NOT u.app_admin)
    OR (m.met_at IS NOT NULL AND (u.id NOT IN (e.host_id, e.private_for) OR m.met_at < e.starts_at)));
-- name: B01 a broadcast has a source and the state of its encoder; an interactive room has neither
SELECT r.event_id FROM room r
JOIN event e ON e.id = r.event_id
WHERE (e.kind = 1) <> (r.source IS NOT NULL AND r.ingest_state IS NOT NULL)
  OR (e.kind = 0 AND (r.source IS NOT NULL OR r.ingest_state IS NOT NULL))
  OR (r.ingest_state = 'preview' AND e.state = 1)
  OR (r.ingest_state = 'live' AND e.state = 0);
-- name: B02 a broadcast has no hands, no turns and no open microphone
SELECT r.event_id FROM room r
JOIN event e ON e.id = r.event_id
WHERE e.kind = 1
  AND (r.raise_hand_enabled OR r.open_mic OR r.speaker_id IS NOT NULL OR EXISTS (
    SELECT 1 FROM room_member m WHERE m.event_id = r.event_id AND m.hand_raised_at IS NOT NULL));
-- name: B03 an open ingest session has the present key of a broadcast that is not over
SELECT s.id FROM ingest_session s
JOIN event e ON e.id = s.event_id
LEFT JOIN stream_key k ON k.event_id = s.event_id
WHERE s.ended_at IS NULL AND (e.kind <> 1 OR e.state = 2 OR k.version IS DISTINCT FROM s.key_version);
-- name: B04 an encoder that is previewed or on air has an open session that the engine listed
SELECT r.event_id FROM room r
WHERE r.closed_at IS NULL AND r.ingest_state IN ('preview', 'live')
  AND NOT EXISTS (
    SELECT 1 FROM ingest_session s
    WHERE s.event_id = r.event_id AND s.ended_at IS NULL AND s.seen_at IS NOT NULL);
-- name: S01 event state agrees with its timestamps
SELECT id FROM event
WHERE (state = 1 AND (started_at IS NULL OR finished_at IS NOT NULL))
  OR (state = 2) <> (finished_at IS NOT NULL) AND replay_of IS NULL
  OR (state = 0 AND started_at IS NOT NULL)
  OR finished_at < started_at;
-- name: S02 stored instant = local wall time in its zone (DST-safe), on a 15-minute step; a meeting at any minute
SELECT id FROM event WHERE local_start <> (starts_at AT TIME ZONE tz)
  OR private_for IS NULL AND replay_of IS NULL AND ((local_start AT TIME ZONE tz) <> starts_at
  OR extract(minute FROM local_start)::int % 15 <> 0 OR extract(second FROM local_start) <> 0);
-- name: S03 rescheduled at most once and only later
SELECT id FROM event
WHERE (reschedules = 0 AND starts_at <> original_starts_at)
  OR (reschedules = 1 AND starts_at <= original_starts_at)
  OR reschedules > 1;
-- name: S04 interactive <= 49; broadcast over 1,000 only by hosts with the flag, while it is not over; hosts only
SELECT e.id FROM event e
JOIN app_user u ON u.id = e.host_id
WHERE (e.kind = 0 AND e.capacity > 49)
  OR (e.kind = 1 AND e.state < 2 AND e.capacity > 1000 AND NOT u.massive)
  OR u.role <> 1;
-- name: F01 a file that a row names is no unwritten one
SELECT f.file_key FROM unwritten_file f
WHERE EXISTS (SELECT 1 FROM event_video v WHERE v.file_key = f.file_key)
  OR EXISTS (SELECT 1 FROM app_user u WHERE u.avatar_key = f.file_key)
  OR EXISTS (SELECT 1 FROM event e WHERE starts_with(f.file_key, e.cover_key || '-'));
-- name: A01 at most one live refresh token per family; none live after reuse
SELECT family_id FROM refresh_token
GROUP BY 1
HAVING count(*) FILTER (WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > app_now()) > 1
  OR (bool_or(revoked_at IS NOT NULL) AND bool_or(used_at IS NULL AND revoked_at IS NULL));
-- name: A02 no one-time token used after expiry
SELECT hash FROM one_time_token WHERE used_at > expires_at;
-- name: A03 erased people leave no address behind
-- Of an order that came in at that moment and is not paid, a job forgets it once no money is on its way.
SELECT o.id FROM orders o
JOIN app_user u ON u.id = o.buyer_id
WHERE u.erased_at IS NOT NULL
  AND (
    u.email_norm IS NOT NULL
    OR (
      (o.email_norm IS NOT NULL OR o.guest_key IS NOT NULL OR o.hold_address IS NOT NULL)
      AND (o.status = 'paid' OR u.erased_at < app_now() - interval '60 s')
      AND NOT EXISTS (
        SELECT 1 FROM payment p
        WHERE p.order_id = o.id AND p.status IN ('creating', 'requires_action', 'processing'))));
-- name: D01 lists and search show exactly what is public and not cancelled, as it is now
(TABLE listable_event EXCEPT TABLE listed_event) UNION ALL (TABLE listed_event EXCEPT TABLE listable_event);
-- name: D02 every word that can be found can be found typed wrong
SELECT DISTINCT lexeme
FROM listed_event, unnest(words)
WHERE lexeme !~ '^=' AND NOT EXISTS (SELECT 1 FROM search_word w WHERE w.word = lexeme);
-- name: D03 hosts are found by the names they have now
(SELECT user_id, array_to_tsvector(words) FROM listable_host EXCEPT SELECT user_id, words FROM listed_host)
UNION ALL (SELECT user_id, words FROM listed_host EXCEPT SELECT user_id, array_to_tsvector(words) FROM listable_host);
