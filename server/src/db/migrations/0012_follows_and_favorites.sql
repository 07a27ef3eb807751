CREATE TABLE follow (
  host_id bigint NOT NULL REFERENCES app_user,
  follower_id bigint NOT NULL REFERENCES app_user,
  since timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (host_id, follower_id),
  CHECK (host_id <> follower_id)
);
CREATE INDEX follow_follower ON follow (follower_id, since DESC);

-- Up to which of a host's followers (by id) were told of an event, and whether all were: it may be taken off and
-- listed again at any time, also long after the facts and the mails' keys are forgotten. No column of the event: its
-- row is what buyers wait for.
CREATE TABLE followers_told (
  event_id uuid PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  up_to bigint NOT NULL,
  everyone boolean NOT NULL
);

CREATE TABLE favorite (
  user_id bigint NOT NULL REFERENCES app_user,
  event_id uuid NOT NULL REFERENCES event ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, event_id)
);
CREATE INDEX favorite_newest ON favorite (user_id, since DESC, event_id DESC);
