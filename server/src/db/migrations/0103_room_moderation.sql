-- Announcements, a pinned message, time-outs and a word filter (docs/decisions/0132).
ALTER TABLE room
  -- The chat message above the chat, and the announcement over the picture with its end. Both are numbers of messages.
  ADD COLUMN pinned_seq bigint,
  ADD COLUMN announcement_seq bigint,
  ADD COLUMN announcement_until timestamptz,
  ADD COLUMN filtered_words text[] NOT NULL DEFAULT '{}' CHECK (cardinality(filtered_words) <= 100),
  ADD COLUMN reactions_enabled boolean NOT NULL DEFAULT true;
ALTER TABLE room_member ADD COLUMN timed_out_until timestamptz;
ALTER TABLE chat_message ADD COLUMN announced boolean NOT NULL DEFAULT false;
-- What moderators did is listed from the log, in which chat messages are the most.
CREATE INDEX room_event_done ON room_event (event_id, seq) WHERE type <> 'newMessage';
