-- Writes a dispute's row and posts to the ledger what changed with it. Open: the money is in dispute_clearing, and the
-- host's part of it is frozen. Lost: the host bears the price, we bear our fee, the costs and what had gone back to
-- the buyer before. Won: everything is where it was. What is lost for good now is a fact, which corrects the receipt.
--
-- Takes: the dispute's row as it was (no row before: amount and costs 0, won); the row as it is to be; its payment's
-- and its order's row. Answers nothing.
--
-- Takes no locks. The caller holds the event, the order, the payment and the dispute.
CREATE OR REPLACE FUNCTION post_dispute(p_was dispute, p_is dispute, p_payment payment, p_order orders)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  host record := own_side('host', p_payment, p_order);
  fee record := own_side('fee', p_payment, p_order);
  host_id bigint;
  -- What the provider holds or took, what is frozen, and what is lost: before and now.
  gone bigint;
  open_gone bigint;
  frozen bigint;
  price bigint;
  lost_price bigint;
  lost_fee bigint;
  lost_rest bigint;
BEGIN
  SELECT e.host_id INTO host_id FROM event e WHERE e.id = p_order.event_id;
  gone := (p_is.status <> 'won')::int * p_is.amount_minor - (p_was.status <> 'won')::int * p_was.amount_minor;
  price := (p_is.status <> 'won')::int * p_is.price_minor - (p_was.status <> 'won')::int * p_was.price_minor;
  open_gone := (p_is.status = 'open')::int * p_is.amount_minor - (p_was.status = 'open')::int * p_was.amount_minor;
  frozen := (p_is.status = 'open')::int * p_is.price_minor - (p_was.status = 'open')::int * p_was.price_minor;
  lost_price := (p_is.status = 'lost')::int * p_is.price_minor - (p_was.status = 'lost')::int * p_was.price_minor;
  lost_fee := (p_is.status = 'lost')::int * p_is.fee_minor - (p_was.status = 'lost')::int * p_was.fee_minor;
  lost_rest := (p_is.status = 'lost')::int * (p_is.amount_minor - p_is.price_minor - p_is.fee_minor)
    - (p_was.status = 'lost')::int * (p_was.amount_minor - p_was.price_minor - p_was.fee_minor);

  UPDATE dispute
  SET status = p_is.status, amount_minor = p_is.amount_minor, price_minor = p_is.price_minor,
    fee_minor = p_is.fee_minor, costs_minor = p_is.costs_minor, version = version + 1,
    closed_at = CASE
      WHEN p_is.status = 'open' THEN NULL
      WHEN p_is.status = p_was.status THEN coalesce(closed_at, app_now())
      ELSE app_now() END
  WHERE id = p_is.id;

  IF paid_its_order(p_payment, p_order) THEN
    UPDATE orders
    SET disputed_price_minor = disputed_price_minor + price,
      disputed_fee_minor = disputed_fee_minor
        + (p_is.status <> 'won')::int * p_is.fee_minor - (p_was.status <> 'won')::int * p_was.fee_minor
    WHERE id = p_order.id;
  END IF;

  IF (gone, price, open_gone, frozen, lost_fee, lost_rest, p_is.costs_minor)
    IS DISTINCT FROM (0, 0, 0, 0, 0, 0, p_was.costs_minor) THEN
    PERFORM ledger_post(
      CASE WHEN p_is.status = p_was.status THEN 'dispute_changed' WHEN p_is.status = 'open' THEN 'dispute_opened'
        ELSE 'dispute_' || p_is.status END,
      'dispute:' || p_is.id || ':' || p_is.version + 1, p_order.id, p_payment.currency, json_build_array(
        json_build_array('psp_clearing', p_payment.provider, -gone - (p_is.costs_minor - p_was.costs_minor)),
        json_build_array('dispute_clearing', '', open_gone),
        json_build_array(host.kind, host.owner, price),
        json_build_array('dispute_frozen', host_id, -frozen),
        json_build_array(fee.kind, fee.owner, lost_fee),
        json_build_array('dispute_loss', '', lost_rest + p_is.costs_minor - p_was.costs_minor)));
  END IF;
  IF (lost_price, lost_fee) <> (0, 0) THEN
    INSERT INTO outbox (dedupe_key, topic, payload)
    VALUES (
      'dispute_loss:' || p_is.id || ':' || p_is.version + 1, 'DisputeLossChanged',
      jsonb_build_object('disputeId', p_is.id, 'orderId', p_order.id));
  END IF;
END $$;
