-- The account of the ledger with this kind, owner and currency; made where there is none.
--
-- Takes: kind, owner, currency. Answers the account's id.
--
-- Locks nothing. Of two that make the same account at once, the later one waits for the earlier and takes its row.
CREATE OR REPLACE FUNCTION ledger_account_id(p_kind text, p_owner text, p_currency text)
RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  account_id bigint;
BEGIN
  SELECT id INTO account_id FROM ledger_account
  WHERE kind = p_kind AND owner = p_owner AND currency = p_currency;
  IF account_id IS NULL THEN
    INSERT INTO ledger_account (kind, owner, currency) VALUES (p_kind, p_owner, p_currency) ON CONFLICT DO NOTHING;
    SELECT id INTO account_id FROM ledger_account
    WHERE kind = p_kind AND owner = p_owner AND currency = p_currency;
  END IF;
  RETURN account_id;
END $$;
