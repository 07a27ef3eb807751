-- Billing details, sales tax, receipts and credit notes; the default card.

-- Who receipts of an account are written to and, where it hosts, who writes them. A receipt keeps a copy.
CREATE TABLE billing_details (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  name text NOT NULL,
  address text NOT NULL,
  country char(2),
  tax_id text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT app_now()
);

-- Sales tax by country, in basis points. A country without a row has none.
CREATE TABLE tax_rate (
  country char(2) PRIMARY KEY,
  rate_bp int NOT NULL CHECK (rate_bp BETWEEN 1 AND 5000)
);

-- The last number drawn of each series and year. Locked from the drawing to the commit: a number that was not used
-- is rolled back with its transaction, so the series has no gap.
CREATE TABLE receipt_counter (
  series text,
  year int,
  last int NOT NULL CHECK (last > 0),
  PRIMARY KEY (series, year)
);

-- A receipt (refund_id is null) or a credit note, which corrects one. Both keep what they said when they were issued.
CREATE TABLE receipt (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  refund_id uuid UNIQUE REFERENCES refund,
  corrects uuid REFERENCES receipt,
  issued_at timestamptz NOT NULL,
  currency char(3) NOT NULL,
  event_title text NOT NULL,
  listed_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  buyer_name text NOT NULL,
  buyer_address text NOT NULL,
  buyer_country char(2),
  buyer_tax_id text NOT NULL,
  seller_name text NOT NULL,
  seller_address text NOT NULL,
  seller_country char(2),
  seller_tax_id text NOT NULL,
  -- The country whose rate holds, and the rate; 0 where there is none.
  tax_country char(2),
  tax_bp int NOT NULL,
  CHECK ((refund_id IS NULL) = (corrects IS NULL))
);
CREATE UNIQUE INDEX one_receipt_an_order ON receipt (order_id) WHERE refund_id IS NULL;
CREATE INDEX receipt_order ON receipt (order_id);

-- The host sells the ticket, we sell the fee: each numbers its own part. The tax is contained in the amount.
CREATE TABLE receipt_part (
  receipt_id uuid NOT NULL REFERENCES receipt,
  issuer text NOT NULL CHECK (issuer IN ('host', 'platform')),
  series text NOT NULL,
  year int NOT NULL,
  number int NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
  PRIMARY KEY (receipt_id, issuer),
  UNIQUE (series, year, number)
);
CREATE TRIGGER receipt_append_only BEFORE UPDATE OR DELETE ON receipt
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER receipt_part_append_only BEFORE UPDATE OR DELETE ON receipt_part
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- How far the job that issues receipts has read the ledger: one row.
CREATE TABLE receipt_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ledger_tx bigint NOT NULL
);
INSERT INTO receipt_progress (ledger_tx) VALUES (0);

-- The card chosen last is the default; without a choice the newest is.
ALTER TABLE saved_card ADD COLUMN default_at timestamptz;

-- The card sandbox's cards that are being saved, apart from payments.
CREATE TABLE sandbox_setup (
  ref text PRIMARY KEY,
  setup_id text NOT NULL UNIQUE,
  customer text NOT NULL,
  method text NOT NULL,
  card text NOT NULL,
  exp_month int,
  exp_year int,
  status text NOT NULL CHECK (status IN ('succeeded', 'requires_action', 'failed')),
  failure text,
  return_url text NOT NULL
);
