-- Finds the keys that are a day old, which are deleted every minute, and those of the last hour whose process died.
CREATE INDEX idempotency_created ON idempotency (created_at);
