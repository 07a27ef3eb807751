-- Books a refund of a pass's charge that somebody made in the provider's own pages, once: order by order, as
-- follow_provider_refund does for one. Of more than one order each part has its own name: '#2', '#3' after the first.
--
-- Takes: provider and capture; the provider's name for the refund; its amount.
-- Answers as follow_provider_refund.
--
-- Locks: the events, then as follow_provider_refund for each of them.
CREATE OR REPLACE FUNCTION follow_pass_refund(p_provider text, p_capture text, p_ref text, p_amount bigint)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  share record;
  amount_left bigint := p_amount;
  part bigint;
  n int := 0;
  last_share uuid;
BEGIN
  PERFORM 1 FROM event
  WHERE id IN (
    SELECT o.event_id FROM payment p JOIN orders o ON o.id = p.order_id
    WHERE p.provider = p_provider AND p.capture_ref = p_capture)
  ORDER BY id FOR UPDATE;
  IF EXISTS (
    SELECT 1 FROM provider_object x
    WHERE x.provider = p_provider AND x.ref = p_ref AND x.kind IN ('refund', 'refund_beyond')) THEN
    RETURN 'already';
  END IF;

  FOR share IN
    SELECT p.id, p.amount_minor - coalesce((
      SELECT sum(r.amount_minor) FROM refund r WHERE r.payment_id = p.id AND r.status <> 'failed'), 0) AS rest
    FROM payment p JOIN orders o ON o.id = p.order_id
    WHERE p.provider = p_provider AND p.capture_ref = p_capture
    ORDER BY o.event_id
  LOOP
    last_share := share.id;
    part := least(amount_left, share.rest);
    CONTINUE WHEN part <= 0;
    n := n + 1;
    PERFORM follow_provider_refund(share.id, p_ref || CASE WHEN n > 1 THEN '#' || n ELSE '' END, part);
    amount_left := amount_left - part;
  END LOOP;
  IF amount_left > 0 THEN
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT p_provider, p_ref || CASE WHEN n > 0 THEN '#' || n + 1 ELSE '' END, 'refund_beyond', amount_left, p.currency,
      'succeeded'
    FROM payment p WHERE p.id = last_share
    ON CONFLICT DO NOTHING;
    RETURN 'beyond';
  END IF;
  RETURN 'booked';
END $$;
