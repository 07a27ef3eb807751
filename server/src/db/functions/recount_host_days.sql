-- Adds up the events of a host on the given days.
--
-- Takes no locks: the caller has the host's row of stats_host.
CREATE OR REPLACE FUNCTION recount_host_days(p_host bigint, p_days date[])
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM host_day WHERE host_id = p_host AND day = ANY (p_days);
  INSERT INTO host_day (
    host_id, day, currency, sold, returned, price_minor, fee_minor, refunded_price_minor, refunded_fee_minor, reviews,
    stars, shows, expected, came, viewers_peak, viewer_minutes, minutes, turns, messages)
  SELECT p_host, day, currency, sum(sold), sum(returned), sum(price_minor), sum(fee_minor), sum(refunded_price_minor),
    sum(refunded_fee_minor), sum(reviews), sum(stars), sum(shows), sum(expected), sum(came), max(viewers_peak),
    sum(viewer_minutes), sum(minutes), sum(turns), sum(messages)
  FROM event_numbers
  WHERE host_id = p_host AND day = ANY (p_days)
  GROUP BY day, currency;
END $$;
