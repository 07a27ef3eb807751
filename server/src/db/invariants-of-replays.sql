-- What must hold of replays for sale after any story: see invariants.sql.
-- name: V01 a replay holds exactly the money of the tickets that are not released yet
SELECT e.id, side.kind FROM event e
CROSS JOIN (VALUES ('host_escrow'), ('fee_deferred')) side (kind)
WHERE e.replay_of IS NOT NULL AND coalesce((
  SELECT -sum(x.amount_minor) FROM ledger_account a JOIN ledger_entry x ON x.account_id = a.id
  WHERE a.kind = side.kind AND a.owner = e.id::text), 0) <> coalesce((
  SELECT sum(CASE side.kind
    WHEN 'host_escrow' THEN o.price_minor - o.discount_minor - o.refunded_price_minor - o.disputed_price_minor
    ELSE o.fee_minor - o.refunded_fee_minor - o.disputed_fee_minor END)
  FROM orders o
  WHERE o.event_id = e.id AND o.status IN ('paid', 'refunding', 'refunded', 'disputed', 'charged_back')
    AND (SELECT min(p.settled_at) FROM payment p WHERE p.order_id = o.id AND p.status = 'succeeded')
      >= coalesce(e.released_at, '-infinity')), 0);
-- name: V02 nothing of a replay is released before its buyers' right to a refund has ended
SELECT id FROM event WHERE replay_of IS NOT NULL AND released_at > app_now() - interval '14 days';
-- name: V03 money of a replay is released when its time has come (job lag < 5 min)
SELECT DISTINCT e.id FROM event e
JOIN orders o ON o.event_id = e.id
JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded'
WHERE e.replay_of IS NOT NULL AND p.settled_at < app_now() - interval '15 days 5 minutes'
  AND p.settled_at >= coalesce(e.released_at, '-infinity');
-- name: V04 a replay for sale has its event, of the same host, which is over
SELECT r.id FROM event r
JOIN event e ON e.id = r.replay_of
WHERE r.host_id <> e.host_id OR e.state <> 2 OR e.replay_of IS NOT NULL OR e.private_for IS NOT NULL;
-- name: V05 a replay ticket seats no one: no room, no waitlist, no complimentary ticket
SELECT e.id FROM event e
WHERE e.replay_of IS NOT NULL AND (
  e.waiting > 0 OR EXISTS (SELECT 1 FROM room r WHERE r.event_id = e.id)
  OR EXISTS (SELECT 1 FROM complimentary_guest g WHERE g.event_id = e.id));
-- name: V06 a replay that is taken down is not on sale
SELECT e.id FROM event e
JOIN room r ON r.event_id = e.replay_of
WHERE r.replay_taken_down_at IS NOT NULL AND e.finished_at IS NULL;
