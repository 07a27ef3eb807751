-- When a webhook was first tried, from which its retries are counted, and why the last attempt failed. One that is
-- given up keeps its row with `next_at = 'infinity'`, as refunds do.
ALTER TABLE provider_event ADD COLUMN first_tried_at timestamptz, ADD COLUMN last_error text;
