-- To whom of these buyers a sold-out event answers something else than "sold out": its host, and who has an order
-- there. Thousands come after the last seat; one read, which locks and writes nothing, says what the functions that
-- sell would say to each of them.
--
-- Takes: the event; the kind of ticket asked for; the buyers.
-- Answers those buyers; null where the event is not sold out, of another kind, a private meeting, or not on sale.
--
-- Locks nothing.
CREATE OR REPLACE FUNCTION not_sold_out_for(p_event uuid, p_kind smallint, p_buyers bigint[])
RETURNS bigint[]
LANGUAGE plpgsql
STABLE
-- Planned once and always by key: a plan made while a table was nearly empty would read all of it later.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
DECLARE
  the_event event;
BEGIN
  SELECT * INTO the_event FROM event e
  WHERE id = p_event AND kind = p_kind AND private_for IS NULL AND held + sold >= seats_for_sale(e);
  IF the_event.id IS NULL OR sale_refusal(the_event) IS NOT NULL THEN
    RETURN NULL;
  END IF;

  RETURN array(
    SELECT buyer.id
    FROM unnest(p_buyers) AS buyer(id)
    WHERE buyer.id = the_event.host_id OR EXISTS (
      SELECT 1 FROM orders mine
      WHERE mine.event_id = p_event AND mine.holder_key = person_holder(buyer.id)
        AND mine.status IN ('pending', 'paid')));
END $$;
