-- Somebody who is logged in goes to Instagram to connect it: the way back knows to which account.
ALTER TABLE social_login ADD COLUMN connect_to bigint REFERENCES app_user;

-- Whether an order is one browser's or its buyer's is said by its holder, not by the address on it: the address is forgotten when
-- its person is erased, and a payment that comes in after that must go back like any other one, not fail at `one_open_order`.
DO $$
DECLARE
  name regprocedure;
  was text;
  now text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settle_plain(event, json)', 'settle_payments(uuid, json)']::regprocedure[] LOOP
    was := pg_get_functiondef(name);
    now := replace(replace(was, 'o.email_norm IS NULL', $x$o.holder_key = 'u:' || o.buyer_id$x$), 'o.email_norm IS NOT NULL', $x$o.holder_key <> 'u:' || o.buyer_id$x$);
    IF now = was THEN RAISE '% says nothing about the address', name; END IF;
    EXECUTE now;
  END LOOP;
END $$;
