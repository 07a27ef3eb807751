-- Posts one business fact to the ledger, once: source_key is unique, so posting it again changes nothing. All entries
-- of a transaction are written by one statement, at whose end ledger_balanced looks at them. It says of which event
-- it is, and, where it touches an account of a host, whose.
--
-- Takes: the kind; the source's key; the order; the currency; the entries as a JSON array of [kind, owner, amount],
-- debit positive, credit negative. Amounts of zero are left out.
-- Answers whether it was posted now; false: it was there before.
--
-- Locks nothing. Of two that post the same source at once, the later one waits for the earlier.
CREATE OR REPLACE FUNCTION ledger_post(p_kind text, p_source text, p_order uuid, p_currency text, p_entries json)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  tx bigint;
  host bigint;
  the_event uuid;
  is_of_host boolean;
BEGIN
  SELECT
    max(entry.value ->> 1) FILTER (WHERE entry.value ->> 0 IN ('host_payable', 'payout_clearing', 'dispute_frozen')),
    max(entry.value ->> 1) FILTER (WHERE entry.value ->> 0 = 'host_escrow'),
    count(*) > 0
  INTO host, the_event, is_of_host
  FROM json_array_elements(p_entries) entry
  WHERE entry.value ->> 0 IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen')
    AND entry.value ->> 1 <> '' AND (entry.value ->> 2)::bigint <> 0;
  the_event := coalesce(the_event, (SELECT its.event_id FROM orders its WHERE its.id = p_order));
  IF is_of_host THEN
    host := coalesce(host, (SELECT its.host_id FROM event its WHERE its.id = the_event));
  END IF;

  INSERT INTO ledger_tx (kind, source_key, order_id, host_id, event_id)
  VALUES (p_kind, p_source, p_order, host, the_event)
  ON CONFLICT (source_key) DO NOTHING
  RETURNING id INTO tx;
  IF tx IS NULL THEN
    RETURN false;
  END IF;

  INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
  SELECT
    tx, ledger_account_id(entry.value ->> 0, entry.value ->> 1, p_currency), (entry.value ->> 2)::bigint
  FROM json_array_elements(p_entries) entry
  WHERE (entry.value ->> 2)::bigint <> 0;
  RETURN true;
END $$;
