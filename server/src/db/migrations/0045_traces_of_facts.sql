-- Where traces are collected, a fact names the one that recorded it: what is done for it later belongs to that trace.
ALTER TABLE outbox ADD COLUMN traceparent text DEFAULT nullif(current_setting('frontrow.traceparent', true), '');
