CREATE TABLE follow (
  host_id bigint NOT NULL REFERENCES app_user,
  follower_id bigint NOT NULL REFERENCES app_user,
  since timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (host_id, follower_id),
  CHECK (host_id <> follower_id)
);
CREATE INDEX follow_follower ON follow (follower_id, since DESC);

CREATE TABLE favorite (
  user_id bigint NOT NULL REFERENCES app_user,
  event_id uuid NOT NULL REFERENCES event ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, event_id)
);
CREATE INDEX favorite_newest ON favorite (user_id, since DESC, event_id DESC);
