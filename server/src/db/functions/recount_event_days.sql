-- Counts the sales and reviews of an event by day. An order counts once it was paid; a ticket that was taken back
-- counts on the day it became void; money on the day it was paid or asked back. Money that came twice is refunded
-- and never counts; money that a bank has taken back, or may take, is no revenue.
--
-- Takes: the event; the zone of its host's days. Answers the days that changed.
--
-- Takes no locks: see recount_event.
CREATE OR REPLACE FUNCTION recount_event_days(p_event uuid, p_zone text)
RETURNS date[]
LANGUAGE plpgsql
AS $$
DECLARE
  touched date[];
BEGIN
  WITH bought AS (
    SELECT o.* FROM orders o WHERE o.event_id = p_event AND o.status = 'paid'
    UNION ALL
    SELECT o.* FROM orders o
    WHERE o.event_id = p_event AND o.status NOT IN ('pending', 'paid') AND o.paid_at IS NOT NULL
  ), happened AS (
    SELECT (paid_at AT TIME ZONE p_zone)::date AS day, 1 AS sold, 0 AS returned,
      price_minor - discount_minor AS price, fee_minor AS fee, 0::bigint AS price_back, 0::bigint AS fee_back,
      0 AS reviews, 0 AS stars
    FROM bought
    UNION ALL
    SELECT (back.at AT TIME ZONE p_zone)::date, 0, 1, 0, 0, o.disputed_price_minor, o.disputed_fee_minor, 0, 0
    FROM bought o
    CROSS JOIN LATERAL (
      SELECT coalesce(max(t.voided_at), o.paid_at) AS at FROM ticket t
      WHERE t.order_id = o.id AND t.voided_at IS NOT NULL) back
    WHERE o.status <> 'paid'
    UNION ALL
    SELECT (r.created_at AT TIME ZONE p_zone)::date, 0, 0, 0, 0, r.price_minor, r.fee_minor, 0, 0
    FROM bought o
    JOIN orders whole ON whole.id = o.id
    JOIN payment p ON p.order_id = o.id AND paid_its_order(p, whole)
    JOIN refund r ON r.payment_id = p.id
    WHERE o.refunded_price_minor + o.refunded_fee_minor > 0 AND r.status <> 'failed'
    UNION ALL
    SELECT (v.at AT TIME ZONE p_zone)::date, 0, 0, 0, 0, 0, 0, 1, v.stars
    FROM review v
    WHERE v.event_id = p_event AND v.removed_at IS NULL
  ), counted AS (
    SELECT day, sum(sold) AS sold, sum(returned) AS returned, sum(price) AS price, sum(fee) AS fee,
      sum(price_back) AS price_back, sum(fee_back) AS fee_back, sum(reviews) AS reviews, sum(stars) AS stars
    FROM happened
    GROUP BY day
  ), gone AS (
    DELETE FROM event_day d
    WHERE d.event_id = p_event AND NOT EXISTS (SELECT 1 FROM counted c WHERE c.day = d.day)
    RETURNING d.day
  ), kept AS (
    INSERT INTO event_day AS d (
      event_id, day, host_id, currency, sold, returned, price_minor, fee_minor, refunded_price_minor,
      refunded_fee_minor, reviews, stars)
    SELECT e.id, c.day, e.host_id, e.currency, c.sold, c.returned, c.price, c.fee, c.price_back, c.fee_back, c.reviews,
      c.stars
    FROM counted c
    JOIN event e ON e.id = p_event
    ON CONFLICT (event_id, day) DO UPDATE SET sold = excluded.sold, returned = excluded.returned,
      price_minor = excluded.price_minor, fee_minor = excluded.fee_minor,
      refunded_price_minor = excluded.refunded_price_minor, refunded_fee_minor = excluded.refunded_fee_minor,
      reviews = excluded.reviews, stars = excluded.stars
    WHERE d IS DISTINCT FROM excluded
    RETURNING d.day
  )
  SELECT coalesce(array_agg(day), '{}') INTO touched FROM (TABLE gone UNION TABLE kept) AS changed;
  RETURN touched;
END $$;
