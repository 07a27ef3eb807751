-- Moves a dispute to a status and an amount, and says again which part of the amount is whose: first the price, then
-- the fee, of what is left of the payment. The rest had gone back to the buyer before.
--
-- Takes: the dispute's row as it is; the new status, amount and costs; its payment's and its order's row.
-- Takes no locks. The caller holds the event, the order, the payment and the dispute.
CREATE OR REPLACE FUNCTION split_dispute(
  p_was dispute, p_status dispute_status, p_amount bigint, p_costs bigint, p_payment payment, p_order orders)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  there record := dispute_left(p_payment, p_order, p_was.id);
  now_is dispute := p_was;
BEGIN
  now_is.status := p_status;
  now_is.amount_minor := p_amount;
  now_is.costs_minor := p_costs;
  now_is.price_minor := least(p_amount, greatest(there.price, 0));
  now_is.fee_minor := least(p_amount - now_is.price_minor, greatest(there.fee, 0));
  PERFORM post_dispute(p_was, now_is, p_payment, p_order);
END $$;
