-- Tickets scanned at the entrance (docs/decisions/0164).

-- Where a ticket was scanned, as the host named the device; null: checked in on the door list.
ALTER TABLE ticket ADD COLUMN checked_in_place text;
-- The scan that checked it in. Phones send a scan again whose answer was lost.
ALTER TABLE ticket ADD COLUMN checked_in_scan uuid;
