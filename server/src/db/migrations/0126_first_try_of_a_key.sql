-- A try of an Idempotency-Key that ended without an answer (its process died, or it failed) is not forgotten: whoever asks again is told
-- what became of it. `made` is the id of what the key makes, the same for each of its tries; `first_at` is when the first of them began.
ALTER TABLE idempotency
  ADD COLUMN made uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN first_at timestamptz NOT NULL DEFAULT app_now(),
  DROP CONSTRAINT idempotency_state_check,
  ADD CONSTRAINT idempotency_state_check CHECK (state IN ('started', 'left', 'done'));
