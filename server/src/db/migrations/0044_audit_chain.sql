-- What app admins did is chained: each row's hash holds the one before, so that a row that is changed or taken out
-- later no longer fits.
CREATE TABLE audit_chain (
  seq bigserial PRIMARY KEY,
  audit_id bigint NOT NULL UNIQUE REFERENCES audit_log,
  hash bytea NOT NULL
);
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain
  FOR EACH ROW EXECUTE FUNCTION append_only();
