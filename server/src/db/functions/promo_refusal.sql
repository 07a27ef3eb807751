-- Why the promo code of an event is not taken now.
--
-- Takes: the event's row; the percent the buyer was quoted; how many uses are about to be added (0 where the order
-- counts already).
-- Answers null where the code is taken, else:
--   terms_changed    the code is gone or gives another percent now
--   promo_not_yet    before its window
--   promo_expired    after its window
--   promo_used_up    open and paid orders have used it as often as it may be
--
-- Locks nothing. The caller holds the event, so that uses are counted one after the other.
CREATE OR REPLACE FUNCTION promo_refusal(e event, p_percent int, p_more int)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN e.promo_percent IS DISTINCT FROM p_percent THEN 'terms_changed'
    WHEN app_now() < e.promo_from THEN 'promo_not_yet'
    WHEN app_now() >= e.promo_until THEN 'promo_expired'
    WHEN e.promo_cap IS NULL THEN NULL
    WHEN p_more + (
      SELECT count(*) FROM orders using_it
      WHERE using_it.event_id = e.id AND using_it.promo AND using_it.status IN ('pending', 'paid')) > e.promo_cap
      THEN 'promo_used_up'
  END
$$;
