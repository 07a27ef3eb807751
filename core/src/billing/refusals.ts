import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of billing details and receipts. */
export const billingRefusals = {
  country_unknown: { status: 400, message: 'Please choose a country from the list.' },
  receipt_free: { status: 409, message: 'This order was free. There is nothing to give a receipt for.' },
  receipt_unpaid: { status: 409, message: 'There is a receipt once an order is paid.' },
  tax_rate_wrong: { status: 400, message: 'A rate is between 0 and {maximum} percent, with two decimals at most.' },
} as const satisfies Record<string, RefusalRow>;
