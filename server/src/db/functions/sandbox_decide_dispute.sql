-- The sandbox's bank decides a dispute, and says so twice. Won, its costs come back too.
--
-- Takes: the dispute's ref; 'won' or 'lost'. Answers whether there was an open one.
-- Locks: the sandbox's dispute (by its UPDATE).
CREATE OR REPLACE FUNCTION sandbox_decide_dispute(p_ref text, p_status text)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  decided sandbox_dispute;
BEGIN
  UPDATE sandbox_dispute
  SET status = p_status, costs_minor = CASE p_status WHEN 'won' THEN 0 ELSE costs_minor END
  WHERE ref = p_ref AND status = 'open'
  RETURNING * INTO decided;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM sandbox_webhook_twice(
    CASE decided.provider WHEN 'sandbox_card' THEN 'charge.dispute.closed' ELSE 'CUSTOMER.DISPUTE.RESOLVED' END,
    p_ref);
  RETURN true;
END $$;
