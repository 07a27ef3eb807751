-- Tickets in Apple Wallet and Google Wallet (docs/decisions/0162).

-- Tickets of the event carry a QR code of their code. An online event needs none: nobody scans it.
ALTER TABLE event ADD COLUMN ticket_qr boolean NOT NULL DEFAULT false;

-- A ticket that its holder added to a wallet, or was about to.
CREATE TABLE wallet_pass (
  ticket_id uuid NOT NULL REFERENCES ticket,
  wallet text NOT NULL CHECK (wallet IN ('apple', 'google')),
  -- When what the pass says changed last: devices ask what changed since.
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (ticket_id, wallet)
);

-- A device of Apple's that has the pass and wants to hear of changes.
CREATE TABLE wallet_device (
  device text NOT NULL,
  ticket_id uuid NOT NULL,
  wallet text NOT NULL DEFAULT 'apple' CHECK (wallet = 'apple'),
  push_token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (device, ticket_id),
  FOREIGN KEY (ticket_id, wallet) REFERENCES wallet_pass ON DELETE CASCADE
);
CREATE INDEX wallet_device_ticket ON wallet_device (ticket_id);

CREATE TRIGGER event_on_passes AFTER UPDATE OF
  title, starts_at, ends_at, duration_minutes, tz, cancelled_at, ticket_qr ON event
  FOR EACH ROW WHEN (
    (OLD.title, OLD.starts_at, OLD.ends_at, OLD.duration_minutes, OLD.tz, OLD.cancelled_at, OLD.ticket_qr)
    IS DISTINCT FROM
    (NEW.title, NEW.starts_at, NEW.ends_at, NEW.duration_minutes, NEW.tz, NEW.cancelled_at, NEW.ticket_qr))
  EXECUTE FUNCTION passes_change();
CREATE TRIGGER ticket_on_pass AFTER UPDATE OF voided_at ON ticket
  FOR EACH ROW WHEN ((OLD.voided_at IS NULL) <> (NEW.voided_at IS NULL)) EXECUTE FUNCTION passes_change();
