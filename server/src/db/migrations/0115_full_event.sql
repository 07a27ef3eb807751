-- Whom of these buyers a full event has more to say to than "sold out": its host and who has an order there. Null where it is not full,
-- of another kind or not on sale. Thousands come after the last seat: what the seat lanes would say to each is said by one read that
-- locks and writes nothing.
CREATE FUNCTION known_at_full_event(p_event uuid, p_kind smallint, p_buyers bigint[]) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  e event;
BEGIN
  SELECT * INTO e FROM event WHERE id = p_event AND kind = p_kind AND held + sold >= capacity;
  IF e.id IS NULL OR sale_refusal(e) IS NOT NULL THEN RETURN NULL; END IF;
  RETURN array(SELECT b.id FROM unnest(p_buyers) AS b(id) WHERE b.id = e.host_id OR EXISTS (
    SELECT 1 FROM orders o WHERE o.event_id = p_event AND o.holder_key = 'u:' || b.id AND o.status IN ('pending', 'paid')));
END $$;

-- As before; the buyer's orders are found by the buyer, whatever the statistics say: planned on an empty table it went through the
-- orders of the last minutes instead, all of them for each buyer.
CREATE OR REPLACE FUNCTION next_attempt_at(p_buyer bigint, p_max int, p_ms int, p_hold_ms int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT y.created_at + p_ms * interval '1 ms'
  FROM (SELECT x.id, x.created_at FROM orders x WHERE x.buyer_id = p_buyer OFFSET 0) o CROSS JOIN LATERAL (
    SELECT p.created_at FROM payment p WHERE p.order_id = o.id AND p.amount_minor > 0 AND p.status <> 'succeeded'
      AND p.created_at > app_now() - p_ms * interval '1 ms' OFFSET 0) y
  WHERE o.created_at > app_now() - (p_ms + p_hold_ms) * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1
$$;

-- As before; a transaction's entries are found by the transaction, and never by an account that has thousands.
CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT x.account_id, x.amount_minor FROM ledger_entry x WHERE x.tx_id = NEW.tx_id OFFSET 0) e
      JOIN ledger_account a ON a.id = e.account_id
    GROUP BY a.currency HAVING sum(e.amount_minor) <> 0
  ) THEN RAISE EXCEPTION 'ledger tx % unbalanced', NEW.tx_id USING ERRCODE = '23514'; END IF;
  RETURN NULL;
END $$;

-- The lanes look rows up by key and nothing else. Planning their long statements anew takes as long as a small batch; and a plan made
-- while a table was nearly empty reads all of it, for each row, until statistics come a minute later. So: planned once, by key. The
-- checks of foreign keys they set off are planned under the same words. (CREATE OR REPLACE takes these settings away: say them again.)
ALTER FUNCTION known_at_full_event(uuid, smallint, bigint[]) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
ALTER FUNCTION sell_free_seats(uuid, json) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
ALTER FUNCTION hold_seats(uuid, json, int, numeric, int, int, int) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
ALTER FUNCTION settle_payments(uuid, json) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
ALTER FUNCTION ledger_balanced() SET enable_seqscan = off;
