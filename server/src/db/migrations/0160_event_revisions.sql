-- How often the title or the planned length of a published event changed, and when last: the sequence and the stamp of
-- its calendar files rise with it, so that calendars take the newer file.
ALTER TABLE event
  ADD COLUMN revisions int NOT NULL DEFAULT 0,
  ADD COLUMN revised_at timestamptz;
