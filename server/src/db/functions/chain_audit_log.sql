-- Adds the rows of the audit log that are not in its chain yet, by their ids; one that was committed late comes after
-- those that were there before. Safe to run at any time and twice.
--
-- Takes: how many rows at most. Answers how many it added.
--
-- Locks: an advisory lock, so that the chain has one end.
CREATE OR REPLACE FUNCTION chain_audit_log(p_max int)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  the_row audit_log;
  last_hash bytea;
  done int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  SELECT hash INTO last_hash FROM audit_chain ORDER BY seq DESC LIMIT 1;
  FOR the_row IN
    SELECT a.* FROM audit_log a
    WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id)
    ORDER BY a.id LIMIT p_max
  LOOP
    last_hash := sha256(coalesce(last_hash, '') || audit_bytes(the_row));
    INSERT INTO audit_chain (audit_id, hash) VALUES (the_row.id, last_hash);
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
