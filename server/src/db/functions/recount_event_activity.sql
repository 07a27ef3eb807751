-- Writes what a host reads of an event: its sales and refunds by day, its reviews, its waitlist, its end, and why its
-- replay is taken down. One row each, which grows; what is not true any more goes. A host who is gone reads nothing. Of
-- a private meeting only its money and its review are here: the rest is in the request.
--
-- Takes: the event; the zone of its host's days. Answers whether something changed.
--
-- Takes no locks: see recount_event.
CREATE OR REPLACE FUNCTION recount_event_activity(p_event uuid, p_zone text)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  changes int;
BEGIN
  WITH bought AS (
    SELECT o.* FROM orders o WHERE o.event_id = p_event AND o.status = 'paid'
    UNION ALL
    SELECT o.* FROM orders o
    WHERE o.event_id = p_event AND o.status NOT IN ('pending', 'paid') AND o.paid_at IS NOT NULL
  ), sales AS (
    SELECT (o.paid_at AT TIME ZONE p_zone)::date AS day, max(o.paid_at) AS at FROM bought o
    GROUP BY 1
  ), returned AS (
    SELECT o.id, r.created_at AS at FROM bought o
    JOIN orders whole ON whole.id = o.id
    JOIN payment p ON p.order_id = o.id AND paid_its_order(p, whole)
    JOIN refund r ON r.payment_id = p.id
    WHERE o.refunded_price_minor + o.refunded_fee_minor > 0 AND r.status <> 'failed'
    UNION ALL
    SELECT o.id, t.voided_at FROM bought o
    JOIN ticket t ON t.order_id = o.id AND t.voided_at IS NOT NULL
    WHERE o.status <> 'paid'
  ), refunds AS (
    SELECT (b.at AT TIME ZONE p_zone)::date AS day, max(b.at) AS at, count(DISTINCT b.id)::int AS count
    FROM returned b
    GROUP BY 1
  ), wanted AS (
    SELECT 'sales:' || p_event || ':' || d.day AS key, 'sales' AS kind,
      s.at, d.sold AS count, d.price_minor AS amount,
      NULL::bigint AS person, '' AS detail
    FROM event_day d
    JOIN sales s ON s.day = d.day
    WHERE d.event_id = p_event AND d.sold > 0
    UNION ALL
    SELECT 'refunds:' || p_event || ':' || d.day, 'refunds', b.at, b.count, d.refunded_price_minor, NULL, ''
    FROM event_day d
    JOIN refunds b ON b.day = d.day
    WHERE d.event_id = p_event
    UNION ALL
    SELECT 'review:' || v.id, 'review', v.at, v.stars, 0, v.author_id, '' FROM review v
    WHERE v.event_id = p_event AND v.removed_at IS NULL
    UNION ALL
    SELECT 'finished:' || p_event, 'finished', e.finished_at, s.came, 0, NULL, '' FROM event e
    JOIN event_show s ON s.event_id = e.id
    WHERE e.id = p_event AND e.finished_at IS NOT NULL AND e.private_for IS NULL
    UNION ALL
    SELECT 'cancelled:' || p_event, 'cancelled', e.cancelled_at, 1, 0, NULL, coalesce(e.cancel_reason, '') FROM event e
    WHERE e.id = p_event AND e.cancelled_at IS NOT NULL AND e.private_for IS NULL
    UNION ALL
    SELECT 'waitlist:' || p_event || ':' || (p.joined_at AT TIME ZONE p_zone)::date, 'waitlist', max(p.joined_at),
      count(*)::int, 0, NULL, ''
    FROM waitlist_place p
    WHERE p.event_id = p_event
    GROUP BY (p.joined_at AT TIME ZONE p_zone)::date
    UNION ALL
    SELECT 'replay_taken_down:' || p_event, 'replay_taken_down', r.replay_taken_down_at, 1, 0, NULL,
      r.replay_taken_down_reason
    FROM room r
    WHERE r.event_id = p_event AND r.replay_taken_down_at IS NOT NULL
  ), gone AS (
    DELETE FROM activity a
    WHERE a.event_id = p_event AND a.kind IN (
        'sales', 'refunds', 'review', 'finished', 'cancelled', 'waitlist', 'replay_taken_down')
      AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.key = a.key)
    RETURNING 1
  ), kept AS (
    INSERT INTO activity AS a (host_id, key, kind, event_id, at, count, amount_minor, currency, person_id, detail)
    SELECT e.host_id, w.key, w.kind, e.id, w.at, w.count, w.amount, e.currency, u.id, w.detail
    FROM wanted w
    JOIN event e ON e.id = p_event
    JOIN app_user h ON h.id = e.host_id AND h.erased_at IS NULL
    LEFT JOIN app_user u ON u.id = w.person AND u.erased_at IS NULL
    ON CONFLICT (host_id, key) DO UPDATE SET at = excluded.at, count = excluded.count,
      amount_minor = excluded.amount_minor, person_id = excluded.person_id, detail = excluded.detail
    WHERE (a.at, a.count, a.amount_minor, a.person_id, a.detail)
      IS DISTINCT FROM (excluded.at, excluded.count, excluded.amount_minor, excluded.person_id, excluded.detail)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM kept) INTO changes;
  RETURN changes > 0;
END $$;
