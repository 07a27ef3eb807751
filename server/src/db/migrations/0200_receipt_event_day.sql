-- The day of the event where it takes place, as the receipt was issued: receipts of a series have one title. Null for a
-- replay, and for documents of before.
ALTER TABLE receipt ADD COLUMN event_day date;
