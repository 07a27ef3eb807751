-- Who holds an unpaid order: the person, or, for a guest, the person in this one browser. An address that somebody
-- typed proves nothing, so holds of two browsers do not shut each other out. Paid, an order is held under the person
-- (docs/decisions/0012-guest-order-ownership.md).
--
-- Takes: the buyer; the hash of the browser's secret, null for somebody with a session.
-- Answers the order's holder_key: 'u:7', or 'g:7:<hash>'. The text of a number is the same for ever, so the function
-- is IMMUTABLE and becomes part of the statement that asks. Locks nothing.
CREATE OR REPLACE FUNCTION open_holder(p_buyer bigint, p_guest text)
RETURNS text
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT CASE WHEN p_guest IS NULL THEN person_holder(p_buyer) ELSE 'g:' || p_buyer::text || ':' || p_guest END
$$;
