-- Web push (docs/decisions/0165). A browser is notified until the session that subscribed is ended:
-- nothing about a person reaches a browser they logged out of.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  -- The family of refresh tokens.
  session_id uuid NOT NULL,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

-- The kinds of web push that a person turned off.
ALTER TABLE app_user ADD COLUMN push_off text[] NOT NULL DEFAULT '{}';
