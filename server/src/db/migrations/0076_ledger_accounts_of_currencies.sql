-- The accounts that every sale and refund in a currency posts to, as 0008 has them for euros. Made by the first sales
-- instead, those would wait for each other.
INSERT INTO ledger_account (kind, owner, currency)
SELECT shared.kind, shared.owner, sold.currency
FROM (VALUES ('USD'), ('GBP'), ('CHF'), ('JPY')) AS sold (currency)
CROSS JOIN (
  VALUES ('psp_clearing', 'stripe'), ('psp_clearing', 'paypal'), ('psp_clearing', 'sandbox_card'),
    ('psp_clearing', 'sandbox_wallet'), ('refund_clearing', '')) AS shared (kind, owner)
ON CONFLICT DO NOTHING;
