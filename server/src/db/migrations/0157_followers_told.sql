-- Up to which of a host's followers (by id) were told of an event, and whether all were: it may be taken off and listed again at any
-- time, also long after the facts and the mails' keys are forgotten. No column of the event: its row is what buyers wait for.
CREATE TABLE followers_told (
  event_id uuid PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  up_to bigint NOT NULL,
  everyone boolean NOT NULL
);

INSERT INTO followers_told (event_id, up_to, everyone)
SELECT e.id, 0, true FROM event e
WHERE (e.is_public OR EXISTS (SELECT 1 FROM outbox b WHERE b.dedupe_key = 'followers:' || e.id || ':0' AND b.sent_at IS NOT NULL))
  AND NOT EXISTS (SELECT 1 FROM outbox b WHERE b.dedupe_key = 'EventPublished:' || e.id AND b.sent_at IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM outbox b WHERE b.topic = 'EventListed' AND b.sent_at IS NULL AND b.payload->>'eventUuid' = e.id::text);

UPDATE outbox SET payload = payload || jsonb_build_object('listing', 'EventPublished:' || (payload->>'eventUuid'))
WHERE topic = 'FollowersWait' AND sent_at IS NULL;
