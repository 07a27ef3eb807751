-- What is needed only while it is fresh goes after ninety days (docs/decisions/0026): delivered facts, webhooks that were worked off,
-- and of a room its chat and its log. Each is found by an index, however much is kept for good.
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX provider_event_done ON provider_event (processed_at) WHERE processed_at IS NOT NULL;
ALTER TABLE room ADD COLUMN forgotten_at timestamptz;
CREATE INDEX room_to_forget ON room (closed_at) WHERE closed_at IS NOT NULL AND forgotten_at IS NULL;

-- The log of a room is never changed; it may go once nobody can be told from it any more.
DROP TRIGGER room_event_append_only ON room_event;
CREATE TRIGGER room_event_never_changes BEFORE UPDATE ON room_event FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE FUNCTION only_logs_of_closed_rooms_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM room r WHERE r.closed_at IS NULL AND r.event_id IN (SELECT event_id FROM gone)) THEN
    RAISE EXCEPTION 'the log of an open room stays' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER room_event_stays AFTER DELETE ON room_event REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION only_logs_of_closed_rooms_go();
