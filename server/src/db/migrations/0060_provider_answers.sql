-- Currencies that a connected account is paid in, as its provider says; null: whatever its kind pays in.
ALTER TABLE payout_method ADD COLUMN currencies text[];

-- When a comparison last came to its end; `compared_at` says when one was begun.
ALTER TABLE reconciliation ADD COLUMN finished_at timestamptz NOT NULL DEFAULT app_now();
