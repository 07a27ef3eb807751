-- What the candidates that an encoder finds after its offer are checked with, before the engine sees them. Sessions of
-- the release before have none of it, and take no later candidates.
ALTER TABLE ingest_session
  -- The engine's name of the ICE session.
  ADD COLUMN ice_tag text,
  -- The media section that carries the candidates of all.
  ADD COLUMN ice_mid text,
  -- Hash of the encoder's ICE credentials: with other ones it asks for a restart.
  ADD COLUMN ice_hash bytea;
