-- How long a viewer waits between two messages; 0 is off.
ALTER TABLE room ADD COLUMN slow_mode_seconds int NOT NULL DEFAULT 0 CHECK (slow_mode_seconds IN (0, 5, 10, 30));
