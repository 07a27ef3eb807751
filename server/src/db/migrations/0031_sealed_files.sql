-- A file of bank transfers holds the hosts' account numbers: it is kept sealed, as they are. Older files stay readable.
ALTER TABLE sepa_file
  ADD COLUMN xml_sealed bytea,
  ALTER COLUMN xml DROP NOT NULL,
  ADD CONSTRAINT sepa_file_once CHECK (num_nonnulls(xml, xml_sealed) = 1);
