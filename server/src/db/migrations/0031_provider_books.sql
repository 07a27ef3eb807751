-- The books of payouts and disputes are compared, too, and old differences are looked at again in stretches of time.

ALTER TABLE reconciliation_difference DROP CONSTRAINT reconciliation_difference_kind_check;
ALTER TABLE reconciliation_difference ADD CONSTRAINT reconciliation_difference_kind_check CHECK (kind IN (
  'unknown_capture', 'unknown_refund', 'unknown_dispute', 'unknown_payout',
  'capture_differs', 'refund_differs', 'dispute_differs', 'payout_differs',
  'missing_capture', 'missing_refund', 'missing_dispute', 'missing_payout'));
CREATE INDEX reconciliation_difference_open ON reconciliation_difference (provider, moved_at)
  WHERE resolved_at IS NULL;

-- Up to which moment open differences were looked at again in this round; null where a round begins.
ALTER TABLE reconciliation ADD COLUMN rechecked_until timestamptz;

-- The provider's name for the money of a payout, where its books do not name the payout.
ALTER TABLE payout ADD COLUMN money_ref text;
CREATE INDEX payout_money ON payout (money_ref) WHERE money_ref IS NOT NULL;

ALTER TABLE sandbox_dispute ADD COLUMN opened_at timestamptz NOT NULL DEFAULT app_now();
UPDATE sandbox_dispute SET opened_at = evidence_due_at - interval '7 days';
