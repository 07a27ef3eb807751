-- A transfer that cannot be written, such as one to a holder's name without a letter, is rejected without being in a
-- file: it would make the file of all others invalid.
ALTER TABLE sepa_line
  DROP CONSTRAINT sepa_line_check,
  ADD CONSTRAINT sepa_line_has_file CHECK (file_id IS NOT NULL OR status IN ('waiting', 'rejected')),
  ADD CONSTRAINT sepa_line_waits_without_file CHECK (file_id IS NULL OR status <> 'waiting');
