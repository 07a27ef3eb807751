-- Releases the money of a delivered event: the host's part becomes payable, our fee becomes revenue, in one posting.
-- What a dispute froze is in a separate account by then and stays there; a refund that is still at its provider has
-- left the escrow already. A host whose balance is negative gets that much less to be paid out, by the same posting.
--
-- Takes: the event; how many seconds after its end it is released.
-- Answers whether it was released now. An event that is not finished, cancelled, too young or released before is left
-- as it is, so it is safe to run twice.
--
-- Locks: the event; then the rows of host_balance (host_balance_follows).
CREATE OR REPLACE FUNCTION release_event(p_event uuid, p_after_seconds int)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  escrow bigint;
  fee bigint;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  IF the_event.released_at IS NOT NULL OR the_event.cancelled_at IS NOT NULL OR the_event.finished_at IS NULL
    OR the_event.finished_at + p_after_seconds * interval '1 s' > app_now()
  THEN
    RETURN false;
  END IF;

  UPDATE event SET released_at = app_now() WHERE id = p_event;
  SELECT
    coalesce(-sum(entry.amount_minor) FILTER (WHERE account.kind = 'host_escrow'), 0),
    coalesce(-sum(entry.amount_minor) FILTER (WHERE account.kind = 'fee_deferred'), 0)
  INTO escrow, fee
  FROM ledger_account account
  JOIN ledger_entry entry ON entry.account_id = account.id
  WHERE account.kind IN ('host_escrow', 'fee_deferred')
    AND account.owner = p_event::text AND account.currency = the_event.currency;
  IF escrow = 0 AND fee = 0 THEN
    RETURN true;
  END IF;

  PERFORM ledger_post(
    'release', 'release:' || p_event, NULL, the_event.currency, json_build_array(
      json_build_array('host_escrow', p_event, escrow),
      json_build_array('host_payable', the_event.host_id, -escrow),
      json_build_array('fee_deferred', p_event, fee),
      json_build_array('fee_revenue', '', -fee)));
  INSERT INTO outbox (dedupe_key, topic, payload)
  VALUES (
    'release:' || p_event,
    'EventReleased',
    jsonb_build_object('eventUuid', p_event, 'hostId', the_event.host_id))
  ON CONFLICT (dedupe_key) DO NOTHING;
  RETURN true;
END $$;
