-- Trigger: lets a row's status move only along the edges of its state machine, for every writer.
--
-- Takes: the edges as the trigger's arguments, each 'from>to'. A test compares them with the machines in core/src.
-- Answers the row; any other move raises 23514. Locks nothing.
CREATE OR REPLACE FUNCTION forward_only()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.status::text || '>' || NEW.status::text <> ALL (TG_ARGV) THEN
    RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
