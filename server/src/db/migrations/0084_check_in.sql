-- When the host checked the holder in, on the guest list of the event.
ALTER TABLE ticket ADD COLUMN checked_in_at timestamptz;
