-- Waitlists of sold-out events: first come, first served. Everything here is written under the event's lock.

-- How many people wait. While it is not 0, no seat is left for anybody else: see seats_for_sale.
ALTER TABLE event ADD COLUMN waiting int NOT NULL DEFAULT 0 CHECK (waiting >= 0);
-- The sale writes neither of both columns, so its updates stay cheap.
CREATE INDEX event_waiting ON event (id) WHERE waiting > 0;

-- The order is an offer: it was made for somebody on the waitlist.
ALTER TABLE orders ADD COLUMN offered boolean NOT NULL DEFAULT false;

CREATE TYPE waitlist_status AS ENUM ('waiting', 'offered', 'bought', 'lapsed', 'left', 'ended');
CREATE TABLE waitlist_place (
  -- The order of the line: given out under the event's lock.
  id bigserial PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  account_id bigint NOT NULL REFERENCES app_user,
  -- Hash of the secret of the browser in which a guest joined; null for somebody with a session.
  guest_key text,
  -- The network a guest joined from, where those are counted.
  address text,
  status waitlist_status NOT NULL DEFAULT 'waiting',
  joined_at timestamptz NOT NULL DEFAULT app_now(),
  offered_at timestamptz,
  ended_at timestamptz,
  -- Of the latest offer. An order at another price takes over from the old one within a transaction.
  order_id uuid REFERENCES orders DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT offer_has_order CHECK ((order_id IS NOT NULL) = (offered_at IS NOT NULL)),
  CONSTRAINT offered_before CHECK (status NOT IN ('offered', 'bought', 'lapsed') OR offered_at IS NOT NULL),
  CONSTRAINT ended_once CHECK ((status IN ('waiting', 'offered')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX waitlist_one_place ON waitlist_place (event_id, account_id) WHERE status IN ('waiting', 'offered');
CREATE INDEX waitlist_line ON waitlist_place (event_id, id) WHERE status IN ('waiting', 'offered');
CREATE INDEX waitlist_next ON waitlist_place (event_id, id) WHERE status = 'waiting';
CREATE INDEX waitlist_account ON waitlist_place (account_id);
CREATE INDEX waitlist_browser ON waitlist_place (guest_key) WHERE guest_key IS NOT NULL;
CREATE UNIQUE INDEX waitlist_order ON waitlist_place (order_id) WHERE order_id IS NOT NULL;
CREATE TRIGGER waitlist_place_forward BEFORE UPDATE OF status ON waitlist_place
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'waiting>offered', 'waiting>left', 'waiting>ended', 'offered>bought', 'offered>lapsed', 'offered>left',
    'offered>ended', 'lapsed>bought');

-- A place moves with its order, whatever moves that: purchase, webhook, sweeper, its holder, the end of the event.
CREATE TRIGGER orders_offer AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (NEW.offered AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION place_follows_order();
