-- The log-in somebody was last let into a room with. Whoever the engine lists without one is put out, so a connection ends with
-- the log-in that opened it, also the host's and an app admin's, who hold no seat.
CREATE TABLE room_login (
  event_id uuid REFERENCES event,
  user_id bigint REFERENCES app_user,
  session_id uuid NOT NULL,
  session_version int NOT NULL,
  PRIMARY KEY (event_id, user_id)
);
