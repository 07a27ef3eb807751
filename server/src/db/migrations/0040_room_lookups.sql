-- The flood limit counts one author's latest messages; the door shows the latest of all.
CREATE INDEX chat_message_author ON chat_message (event_id, author_id, at);
-- The reconciler looks at open rooms only.
CREATE INDEX room_open ON room (event_id) WHERE closed_at IS NULL;
