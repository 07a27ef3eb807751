-- The codec of what a broadcast shows, as the video engine names it; NULL until there was a picture. HLS carries H.264
-- alone.
ALTER TABLE room ADD COLUMN feed_codec text CHECK (length(feed_codec) BETWEEN 1 AND 20);
