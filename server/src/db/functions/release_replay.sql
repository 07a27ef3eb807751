-- Releases the money of a replay's tickets that were paid long enough ago: no buyer may return them for a refund any
-- more. A replay is on sale for weeks, so it is released again and again: `released_at` is the moment before which
-- payments are released, as own_side reads it.
--
-- Takes: the replay's event; how many seconds after its payment a ticket is released.
-- Answers whether anything was released now. Safe to run twice.
--
-- Locks: the event; then the rows of host_balance (host_balance_follows).
CREATE OR REPLACE FUNCTION release_replay(p_event uuid, p_after_seconds int)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  paid_before timestamptz := app_now() - p_after_seconds * interval '1 s';
  escrow bigint;
  fee bigint;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event AND replay_of IS NOT NULL FOR UPDATE;
  IF the_event.id IS NULL OR the_event.released_at >= paid_before THEN
    RETURN false;
  END IF;

  -- What is left of each order: its refunds and disputes were posted to the same accounts.
  SELECT
    coalesce(-sum(entry.amount_minor) FILTER (WHERE account.kind = 'host_escrow'), 0),
    coalesce(-sum(entry.amount_minor) FILTER (WHERE account.kind = 'fee_deferred'), 0)
  INTO escrow, fee
  FROM (
    SELECT its_order.id
    FROM orders its_order
    JOIN payment its ON its.order_id = its_order.id AND its.status = 'succeeded'
    WHERE its_order.event_id = p_event
    GROUP BY its_order.id
    HAVING min(its.settled_at) < paid_before
      AND min(its.settled_at) >= coalesce(the_event.released_at, '-infinity')) due
  JOIN ledger_tx posted ON posted.order_id = due.id
  JOIN ledger_entry entry ON entry.tx_id = posted.id
  JOIN ledger_account account ON account.id = entry.account_id
    AND account.kind IN ('host_escrow', 'fee_deferred') AND account.owner = p_event::text;

  UPDATE event SET released_at = paid_before WHERE id = p_event;
  IF escrow = 0 AND fee = 0 THEN
    RETURN false;
  END IF;
  PERFORM ledger_post(
    'release', 'release:' || p_event || ':' || extract(epoch FROM paid_before), NULL, the_event.currency,
    json_build_array(
      json_build_array('host_escrow', p_event, escrow),
      json_build_array('host_payable', the_event.host_id, -escrow),
      json_build_array('fee_deferred', p_event, fee),
      json_build_array('fee_revenue', '', -fee)));
  RETURN true;
END $$;
