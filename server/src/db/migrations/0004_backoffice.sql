-- Every request to become a host and what became of it; the person's state stands in app_user.influencer_request.
CREATE TABLE influencer_request (
  id bigserial PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  decided_at timestamptz,
  decided_by bigint REFERENCES app_user,
  authorized boolean,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  CHECK ((decided_at IS NULL) = (authorized IS NULL))
);
CREATE UNIQUE INDEX one_open_influencer_request ON influencer_request (user_id) WHERE decided_at IS NULL;
CREATE INDEX influencer_request_open ON influencer_request (id) WHERE decided_at IS NULL;

-- What app admins did, and to whom. Written in the transaction that did it, never changed.
CREATE TABLE audit_log (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT app_now(),
  actor_id bigint REFERENCES app_user,
  action text NOT NULL,
  subject_id bigint REFERENCES app_user,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION append_only();
