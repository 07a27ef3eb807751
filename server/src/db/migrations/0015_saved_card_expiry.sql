-- A saved card shows until when it is good, and can be removed. Cards saved earlier have no expiry.
ALTER TABLE saved_card
  ADD COLUMN exp_month int CHECK (exp_month BETWEEN 1 AND 12),
  ADD COLUMN exp_year int,
  -- The row of a removed card stays, without what it says of the card: a webhook of the purchase that comes later
  -- must not save the card again.
  ADD COLUMN removed_at timestamptz;
ALTER TABLE sandbox_card_token
  ADD COLUMN exp_month int,
  ADD COLUMN exp_year int;
