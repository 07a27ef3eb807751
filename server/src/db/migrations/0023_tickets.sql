-- A ticket may be passed on once, and its holder may cancel it where the host allows that.

-- Until how many hours before the start holders may cancel; null: they may not. The percent of the price that goes
-- back; null: price and fee.
ALTER TABLE event
  ADD COLUMN self_cancel_hours int CHECK (self_cancel_hours BETWEEN 1 AND 720),
  ADD COLUMN self_cancel_percent int CHECK (self_cancel_percent BETWEEN 1 AND 100),
  ADD CONSTRAINT self_cancel_has_hours CHECK (self_cancel_percent IS NULL OR self_cancel_hours IS NOT NULL);

ALTER TABLE ticket
  -- The event's choice when the ticket was bought: a later change of the event does not touch it.
  ADD COLUMN self_cancel_hours int,
  ADD COLUMN self_cancel_percent int,
  -- Void because its holder passed it on.
  ADD COLUMN transferred boolean NOT NULL DEFAULT false,
  -- The ticket that its former holder passed on.
  ADD COLUMN transferred_from uuid REFERENCES ticket;
CREATE UNIQUE INDEX one_transfer_of_ticket ON ticket (transferred_from) WHERE transferred_from IS NOT NULL;

-- An order has one live ticket; one that was transferred earlier stays next to it. A sale writes the first of these
-- indexes only.
ALTER TABLE ticket DROP CONSTRAINT ticket_order_id_key;
CREATE UNIQUE INDEX one_live_ticket_of_order ON ticket (order_id) WHERE voided_at IS NULL;
CREATE INDEX ticket_void_of_order ON ticket (order_id) WHERE voided_at IS NOT NULL;
