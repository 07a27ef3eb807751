-- Each handler of a fact has its own attempts: one that fails repeats no other (docs/decisions/0001-outbox-is-the-
-- queue.md). A row is written when the fact is handed out (outbox.sent_at) and deleted when its handler is done.
CREATE TABLE fact_delivery (
  fact_id bigint NOT NULL REFERENCES outbox ON DELETE CASCADE,
  handler text NOT NULL,
  queue text NOT NULL,
  -- Of one queue the lower rank goes first.
  rank smallint NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  last_error text,
  PRIMARY KEY (fact_id, handler)
);
CREATE INDEX fact_delivery_next ON fact_delivery (queue, rank, attempts, fact_id);

DROP INDEX outbox_due;
ALTER TABLE outbox DROP COLUMN next_at, DROP COLUMN attempts, DROP COLUMN last_error;
CREATE INDEX outbox_new ON outbox (topic, id) WHERE sent_at IS NULL;
