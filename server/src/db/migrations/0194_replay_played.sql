-- Which moments of a replay the holder of a ticket played, as their player reports it: of what was sent, what a browser
-- only loaded ahead counts less (docs/decisions/0156).
ALTER TABLE replay_watched
  ADD COLUMN played int8multirange NOT NULL DEFAULT '{}',
  ADD CONSTRAINT played_was_sent CHECK (seen @> played);
