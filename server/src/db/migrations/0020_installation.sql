-- Settings of the process that stored functions judge by: one row, written at every start.
CREATE TABLE installation (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  -- How many viewers a broadcast room admits.
  broadcast_viewers_max int NOT NULL CHECK (broadcast_viewers_max > 0)
);
