-- The currency that a host's prices of private meetings are in. Requests keep the currency they were made in.
ALTER TABLE meeting_offer ADD COLUMN currency char(3) NOT NULL DEFAULT 'EUR';
