-- A replay for sale is an event (docs/decisions/0156): the sale, refunds, ledger and receipts work with it as with any
-- event, and nothing lists it. A new price is a new row, because orders keep the price of their event.
ALTER TABLE event
  ADD COLUMN replay_of uuid REFERENCES event,
  -- Of a replay: no longer sold. `finished_at` says that it can no longer be watched.
  ADD COLUMN sale_ended_at timestamptz,
  ADD CONSTRAINT replay_is_hidden CHECK (
    replay_of IS NULL OR (NOT is_public AND kind = 1 AND state = 2 AND private_for IS NULL AND price_minor > 0));
CREATE INDEX event_replay ON event (replay_of) WHERE replay_of IS NOT NULL;
CREATE UNIQUE INDEX event_replay_on_sale ON event (replay_of)
  WHERE replay_of IS NOT NULL AND sale_ended_at IS NULL AND finished_at IS NULL;

-- Who may watch a replay; without a row, ticket holders.
CREATE TABLE replay_access (
  event_id uuid PRIMARY KEY REFERENCES event,
  access text NOT NULL CHECK (access IN ('free', 'tickets', 'sale')),
  chosen_at timestamptz NOT NULL DEFAULT app_now()
);

-- Which moments of a replay were sent to the holder of a ticket, in milliseconds since 1970: a refund depends on it.
CREATE TABLE replay_watched (
  ticket_id uuid PRIMARY KEY REFERENCES ticket,
  seen int8multirange NOT NULL
);
