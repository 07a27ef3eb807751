-- Finds the keys that are a day old, which are deleted every minute.
CREATE INDEX idempotency_created ON idempotency (created_at);
