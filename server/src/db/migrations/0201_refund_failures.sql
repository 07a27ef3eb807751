-- When and why a refund came to nothing, for the timeline of its order. A refund that is made again keeps them all.
CREATE TABLE refund_failure (
  refund_id uuid NOT NULL REFERENCES refund,
  at timestamptz NOT NULL DEFAULT app_now(),
  why text NOT NULL CHECK (why IN ('rejected', 'rejected_finally', 'returned', 'returned_finally', 'disputed'))
);
CREATE INDEX refund_failure_refund ON refund_failure (refund_id);
