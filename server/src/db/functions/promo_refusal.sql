-- Why a promo code is not taken now.
--
-- Takes: the event; the code; the percent the buyer was quoted; how many uses are about to be added (0 where the order
-- counts already).
-- Answers null where the code is taken, else:
--   terms_changed    the code has ended or gives another percent now
--   promo_not_yet    before its window
--   promo_expired    after its window
--   promo_used_up    open and paid orders have used it as often as it may be
--
-- Locks nothing. The caller holds the event, so that uses are counted one after the other.
CREATE OR REPLACE FUNCTION promo_refusal(p_event uuid, p_promo bigint, p_percent int, p_more int)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN c.percent IS DISTINCT FROM p_percent OR c.ended_at IS NOT NULL THEN 'terms_changed'
    WHEN app_now() < c.valid_from THEN 'promo_not_yet'
    WHEN app_now() >= c.valid_until THEN 'promo_expired'
    WHEN c.cap IS NULL THEN NULL
    WHEN p_more + (
      SELECT count(*) FROM orders using_it
      WHERE using_it.promo_id = p_promo AND using_it.status IN ('pending', 'paid')) > c.cap
      THEN 'promo_used_up'
  END
  FROM (SELECT 1) one
  LEFT JOIN promo_code c ON c.id = p_promo AND c.event_id = p_event
$$;
