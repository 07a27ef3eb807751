-- When this buyer may try to pay again; null while fewer than p_max attempts that took no money lie in the last p_ms. What was paid
-- is no guessing of cards: it has its ticket, one per event.
CREATE OR REPLACE FUNCTION next_attempt_at(p_buyer bigint, p_max int, p_ms int, p_hold_ms int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT y.created_at + p_ms * interval '1 ms' FROM orders o JOIN payment y ON y.order_id = o.id
  WHERE o.buyer_id = p_buyer AND y.amount_minor > 0 AND y.status <> 'succeeded' AND y.created_at > app_now() - p_ms * interval '1 ms'
    AND o.created_at > app_now() - (p_ms + p_hold_ms) * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1
$$;

-- The same for a card, whoever holds it: null counts this payment on the card, else when the card may be tried again.
CREATE OR REPLACE FUNCTION claim_card(p_payment uuid, p_card text, p_max int, p_ms int) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  again timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('card:' || p_card, 0));
  SELECT y.created_at + p_ms * interval '1 ms' INTO again FROM payment y
  WHERE y.card_key = p_card AND y.id <> p_payment AND y.status <> 'succeeded' AND y.created_at > app_now() - p_ms * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1;
  IF again IS NULL THEN UPDATE payment SET card_key = p_card WHERE id = p_payment; END IF;
  RETURN again;
END $$;
