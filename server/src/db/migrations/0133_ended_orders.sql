-- Whether anybody ever ordered a ticket of an event is asked before its price changes, once under its lock: open orders have an
-- index, ended ones had none. The way from held to paid writes nothing here.
CREATE INDEX orders_ended ON orders (event_id, holder_key) WHERE status NOT IN ('pending', 'paid');
-- Erased people leave no network address behind, nor did those who were erased before that was so. Who is at work with one of these
-- orders is waited for outside: the whole file is tried again (55P03).
UPDATE orders SET hold_address = NULL WHERE id IN (
  SELECT o.id FROM app_user u JOIN orders o ON o.buyer_id = u.id WHERE u.erased_at IS NOT NULL AND o.hold_address IS NOT NULL
  FOR UPDATE OF o NOWAIT);
