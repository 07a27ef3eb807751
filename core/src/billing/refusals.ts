import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of billing details and receipts. */
export const billingRefusals = {
  country_unknown: { status: 400, message: 'Please choose a country from the list.' },
  receipt_free: { status: 409, message: 'This order was free, so there is no receipt.' },
  receipt_not_drawn: {
    status: 503,
    message: 'We can’t create the receipt file right now. Please try again in a moment.',
  },
  receipt_unpaid: { status: 409, message: 'The receipt will be available once the order is paid.' },
  tax_rate_wrong: { status: 400, message: 'Enter a rate between 0 and {maximum} percent with at most two decimals.' },
} as const satisfies Record<string, RefusalRow>;
