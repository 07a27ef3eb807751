/** What we call at PayPal, by the name of the file that describes it. */
export const paypalCalls: Readonly<Record<string, readonly string[]>> = {
  checkout_orders_v2: [
    'post /v2/checkout/orders',
    'get /v2/checkout/orders/{id}',
    'post /v2/checkout/orders/{id}/capture',
  ],
  payments_payment_v2: [
    'get /v2/payments/captures/{capture_id}',
    'post /v2/payments/captures/{capture_id}/refund',
    'get /v2/payments/refunds/{refund_id}',
  ],
  customer_disputes_v1: ['get /v1/customer/disputes', 'get /v1/customer/disputes/{id}'],
  notifications_webhooks_v1: ['get /v1/notifications/webhooks', 'post /v1/notifications/verify-webhook-signature'],
  payments_payouts_batch_v1: ['post /v1/payments/payouts', 'get /v1/payments/payouts/{id}'],
  reporting_transactions_v1: ['get /v1/reporting/transactions'],
};

export const stripeCalls: readonly string[] = [
  'post /v1/accounts',
  'get /v1/accounts/{account}',
  'post /v1/account_links',
  'get /v1/balance_transactions',
  'post /v1/customers',
  'delete /v1/customers/{customer}',
  'get /v1/disputes',
  'get /v1/disputes/{dispute}',
  'get /v1/payment_intents',
  'post /v1/payment_intents',
  'get /v1/payment_intents/search',
  'get /v1/payment_intents/{intent}',
  'post /v1/payment_intents/{intent}/cancel',
  'post /v1/payment_methods',
  'get /v1/payment_methods/{payment_method}',
  'post /v1/payment_methods/{payment_method}/detach',
  'get /v1/payouts',
  'post /v1/payouts',
  'get /v1/payouts/{payout}',
  'get /v1/refunds',
  'post /v1/refunds',
  'get /v1/refunds/{refund}',
  'post /v1/setup_intents',
  'get /v1/setup_intents/{intent}',
  'get /v1/tokens/{token}',
  'get /v1/transfers',
  'post /v1/transfers',
  'post /v1/transfers/{id}/reversals',
  'get /v1/webhook_endpoints',
];

/** Objects that our calls ask Stripe for instead of their ids (`expand`), or that a webhook or an error carries. */
export const stripeExpanded: Readonly<Record<string, readonly string[]>> = {
  'payment_intent.payment_method': ['payment_method'],
  'setup_intent.payment_method': ['payment_method'],
  'balance_transaction.source': ['charge', 'refund'],
};

/** What is about other ways to pay than cards, or about products that we don't use: only the name is kept. */
export const stripeLeftOut =
  /^(payment_method_(?!card$|details$|details_card$)|(payment|setup)_intent_(payment_method_options|processing|next_action_)|payment_flows|card_generated|subscription|source|person|tax_id|bank_account|legal_entity|refund_destination_details|account_business_profile|account_settings|discount|cash_balance|invoice|dispute_(evidence$|enhanced|payment_method)|charge_(fraud|outcome)|level3|shipping|presentment|mandate|connect_)/;

/** Events whose objects a webhook brings. */
export const stripeEvent = 'event';
