-- Waitlists of events for token holders: who proved to hold what such an event asks for, and found it sold out. Nothing
-- of the wallet is kept; the gate is asked again when an offer is taken.
CREATE TABLE holder_proof (
  event_id uuid NOT NULL REFERENCES event,
  account_id bigint NOT NULL REFERENCES app_user,
  proven_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, account_id)
);
CREATE INDEX holder_proof_account ON holder_proof (account_id);
CREATE INDEX holder_proof_age ON holder_proof (proven_at);
DROP FUNCTION IF EXISTS join_waitlist(uuid, bigint, text, text, int, int);
DROP FUNCTION IF EXISTS offer_seats(uuid, int, int, int);
