-- What must hold of waitlists; see invariants.sql.
-- name: W05 the event's counter of who waits equals the rows
SELECT e.id FROM event e
WHERE e.waiting <> (SELECT count(*) FROM waitlist_place p WHERE p.event_id = e.id AND p.status = 'waiting');
-- name: W06 one place per person and event, the host and ticket holders have none
SELECT p.event_id, p.account_id FROM waitlist_place p
JOIN event e ON e.id = p.event_id
WHERE p.status IN ('waiting', 'offered')
GROUP BY 1, 2, e.host_id
HAVING count(*) > 1 OR p.account_id = e.host_id OR EXISTS (
  SELECT 1 FROM orders o
  WHERE o.event_id = p.event_id AND o.holder_key = person_holder(p.account_id) AND o.status = 'paid');
-- name: W07 places and offers agree: offered <=> pending order of the same person
SELECT p.id::text FROM waitlist_place p
LEFT JOIN orders o ON o.id = p.order_id
WHERE p.status IN ('offered', 'bought', 'lapsed') AND (
  o.id IS NULL OR NOT o.offered OR o.event_id <> p.event_id
  OR (p.status = 'offered') <> (o.status = 'pending')
  OR (p.status = 'lapsed') <> (o.status = 'expired')
  OR (p.status = 'offered' AND o.buyer_id <> p.account_id))
UNION ALL
SELECT o.id::text FROM orders o
WHERE o.offered AND o.status = 'pending'
  AND NOT EXISTS (SELECT 1 FROM waitlist_place p WHERE p.order_id = o.id AND p.status = 'offered');
-- name: W08 first come, first served: nobody was offered a seat while somebody waited longer
SELECT later.id FROM waitlist_place later
JOIN waitlist_place earlier ON earlier.event_id = later.event_id AND earlier.id < later.id
WHERE later.offered_at > earlier.joined_at
  AND later.offered_at < coalesce(earlier.offered_at, earlier.ended_at, 'infinity');
-- name: W09 no seat was sold past the waitlist (an order at another price has the seat of the one before)
SELECT o.id FROM orders o
JOIN waitlist_place p ON p.event_id = o.event_id
  AND p.joined_at < o.created_at
  AND coalesce(p.offered_at, p.ended_at, 'infinity') > o.created_at
WHERE NOT o.offered AND NOT EXISTS (
  SELECT 1 FROM orders earlier
  WHERE earlier.event_id = o.event_id AND earlier.buyer_id = o.buyer_id AND earlier.id <> o.id
    AND earlier.status = 'cancelled' AND earlier.created_at <= o.created_at);
-- name: W10 while people wait no seat is free, and nobody waits for an event that sells no more
SELECT e.id FROM event e
WHERE e.waiting > 0 AND (
  e.held + e.sold < seats_admitted(e) OR waitlist_refusal(e, 10 * 60 * 1000) IS NOT NULL);
-- name: W11 an offer lasts 15 minutes at most, and ends 10 minutes before the start unless it is for token holders
SELECT o.id FROM orders o
JOIN waitlist_place p ON p.order_id = o.id
JOIN event e ON e.id = o.event_id
WHERE o.status = 'pending'
  AND o.hold_expires_at > least(
    p.offered_at + interval '15 min', CASE WHEN e.opening_ticketing THEN e.starts_at - interval '10 min' END);
-- name: W12 everyone in line for an event for token holders has an account
SELECT p.id FROM waitlist_place p JOIN event e ON e.id = p.event_id
WHERE NOT e.opening_ticketing AND p.guest_key IS NOT NULL AND p.status IN ('waiting', 'offered');
