-- How long the host plans an event to take; null where the host did not say, as with every event of before. A private
-- meeting has ends_at instead.
ALTER TABLE event ADD COLUMN duration_minutes int CHECK (duration_minutes BETWEEN 15 AND 720);
