-- Puts a webhook of the sandbox on its way: after 2 s, and again after 7 s, late and twice as real ones are.
--
-- Takes: the webhook's type; what it is about. Locks nothing.
CREATE OR REPLACE FUNCTION sandbox_webhook_twice(p_type text, p_ref text)
RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO sandbox_webhook (event_id, type, object_ref, due_at)
  SELECT 'evt_sb_' || md5(p_type || p_ref), p_type, p_ref, app_now() + make_interval(secs => wait)
  FROM unnest(ARRAY[2, 7]) AS wait
$$;
