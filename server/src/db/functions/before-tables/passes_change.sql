-- Trigger: what passes in wallets say of an event or a ticket changed; records the fact that updates them. Every way to
-- void or restore a ticket ends here, so that none can forget its pass.
--
-- Locks: none.
CREATE OR REPLACE FUNCTION passes_change()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  the_event uuid;
  the_ticket uuid;
BEGIN
  IF TG_TABLE_NAME = 'ticket' THEN
    the_event := NEW.event_id;
    the_ticket := NEW.id;
  ELSE
    the_event := NEW.id;
  END IF;
  IF EXISTS (
    SELECT 1 FROM wallet_pass p JOIN ticket t ON t.id = p.ticket_id
    WHERE t.event_id = the_event AND (the_ticket IS NULL OR t.id = the_ticket)
  ) THEN
    INSERT INTO outbox (dedupe_key, topic, payload)
    VALUES ('passes_changed:' || gen_random_uuid(), 'WalletPassesChanged',
      jsonb_build_object('eventUuid', the_event, 'ticketId', the_ticket));
  END IF;
  RETURN NULL;
END $$;
