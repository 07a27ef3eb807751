-- A lost dispute corrects a receipt as a refund does; a loss that was won after all is taken back by a debit note.
ALTER TABLE receipt ADD COLUMN dispute_id uuid REFERENCES dispute;
ALTER TABLE receipt ADD COLUMN kind text NOT NULL DEFAULT 'receipt'
  CHECK (kind IN ('receipt', 'credit_note', 'debit_note'));
ALTER TABLE receipt DISABLE TRIGGER receipt_append_only;
UPDATE receipt SET kind = 'credit_note' WHERE corrects IS NOT NULL;
ALTER TABLE receipt ENABLE TRIGGER receipt_append_only;
ALTER TABLE receipt ALTER COLUMN kind DROP DEFAULT;
-- Both notes name the receipt they correct, and why: a refund that reached its buyer, or a dispute.
ALTER TABLE receipt DROP CONSTRAINT receipt_check;
ALTER TABLE receipt ADD CONSTRAINT note_names_its_receipt CHECK ((kind = 'receipt') = (corrects IS NULL));
ALTER TABLE receipt ADD CONSTRAINT note_has_one_reason
  CHECK (num_nonnulls(refund_id, dispute_id) = (kind <> 'receipt')::int);
ALTER TABLE receipt ADD CONSTRAINT debit_note_is_of_a_dispute CHECK (kind <> 'debit_note' OR dispute_id IS NOT NULL);
DROP INDEX one_receipt_an_order;
CREATE UNIQUE INDEX one_receipt_an_order ON receipt (order_id) WHERE kind = 'receipt';
CREATE INDEX receipt_dispute ON receipt (dispute_id) WHERE dispute_id IS NOT NULL;
CREATE INDEX receipt_corrects ON receipt (corrects) WHERE corrects IS NOT NULL;
