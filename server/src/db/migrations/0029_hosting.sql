-- Several promo codes an event, complimentary tickets, and reminders that people may decline.

-- A code that takes a percent off the price of one event. One that was used is ended, never deleted: orders name it.
CREATE TABLE promo_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event ON DELETE CASCADE,
  code text NOT NULL,
  percent int NOT NULL CHECK (percent BETWEEN 1 AND 100),
  -- How many open and paid orders may use it, and between which instants.
  cap int CHECK (cap > 0),
  valid_from timestamptz,
  valid_until timestamptz CHECK (valid_until > valid_from),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX promo_code_open ON promo_code (event_id, upper(code)) WHERE ended_at IS NULL;
CREATE INDEX promo_code_event ON promo_code (event_id, id);
INSERT INTO promo_code (event_id, code, percent, cap, valid_from, valid_until)
SELECT id, promo_code, promo_percent, promo_cap, promo_from, promo_until FROM event
WHERE promo_code IS NOT NULL AND promo_percent IS NOT NULL;

ALTER TABLE orders
  -- The promo code it was bought with.
  ADD COLUMN promo_id bigint REFERENCES promo_code,
  -- The host gave the ticket away: it cost nothing, whatever the event's price is.
  ADD COLUMN complimentary boolean NOT NULL DEFAULT false
    CHECK (NOT complimentary OR (price_minor = 0 AND discount_minor = 0 AND fee_minor = 0));
UPDATE orders SET promo_id = (SELECT min(c.id) FROM promo_code c WHERE c.event_id = orders.event_id) WHERE promo;
DROP INDEX orders_promo;
ALTER TABLE orders DROP COLUMN promo;
CREATE INDEX orders_promo ON orders (promo_id) WHERE promo_id IS NOT NULL AND status IN ('pending', 'paid');
ALTER TABLE event
  DROP COLUMN promo_code, DROP COLUMN promo_percent, DROP COLUMN promo_cap, DROP COLUMN promo_from,
  DROP COLUMN promo_until;
DROP FUNCTION IF EXISTS promo_refusal(event, int, int);
DROP FUNCTION IF EXISTS renew_order(uuid, uuid, text, bigint, bigint, int);

-- Whom a host gave a complimentary ticket, by the address the host typed. The address is all of a guest that the host
-- sees besides the shown name; it goes when the person is erased.
CREATE TABLE complimentary_guest (
  order_id uuid PRIMARY KEY REFERENCES orders,
  event_id uuid NOT NULL REFERENCES event,
  email_norm text,
  invited_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX complimentary_guest_event ON complimentary_guest (event_id, invited_at);

-- False: no reminders of events. Notices that something changed are sent all the same.
ALTER TABLE app_user ADD COLUMN reminders boolean NOT NULL DEFAULT true;
-- Events whose reminders are about to be due.
CREATE INDEX event_next ON event (starts_at) WHERE state = 0;
