-- The account in which the host's part of a payment, or our fee of it, is now: the event's own account, or after its
-- release the host's payable balance and our revenue.
--
-- Takes: 'host' or 'fee'; the payment's row; its order's row. Answers kind and owner as in ledger_post.
-- Locks nothing. The caller holds the event, so that no release comes in between.
CREATE OR REPLACE FUNCTION own_side(p_side text, p_payment payment, p_order orders, OUT kind text, OUT owner text)
LANGUAGE sql
STABLE
AS $$
  SELECT
    CASE WHEN p_side = 'host'
      THEN CASE WHEN e.released_at > p_payment.settled_at THEN 'host_payable' ELSE 'host_escrow' END
      ELSE CASE WHEN e.released_at > p_payment.settled_at THEN 'fee_revenue' ELSE 'fee_deferred' END END,
    CASE
      WHEN e.released_at > p_payment.settled_at THEN CASE WHEN p_side = 'host' THEN e.host_id::text ELSE '' END
      ELSE e.id::text END
  FROM event e WHERE e.id = p_order.event_id
$$;
