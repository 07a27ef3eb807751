-- Trigger: refuses every change of a row. The trigger says which changes it is asked about.
--
-- Answers no verdict: it raises 42501. Locks nothing.
CREATE OR REPLACE FUNCTION append_only()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'append-only table' USING ERRCODE = '42501';
END $$;
