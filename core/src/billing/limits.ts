import { days } from '../kernel/instant.ts';

/**
 * A receipt that nobody opened is issued this long after the payment. Until then the buyer can still write their
 * billing details; a receipt keeps those that it was issued with.
 */
export const receiptAfterMs = days(1);
export const billingNameCharsMax = 120;
export const billingAddressCharsMax = 300;
export const taxIdCharsMax = 40;
/** The highest rate that can be set, in basis points. */
export const taxRateBpMax = 5000;
export const billingOrdersPageSize = 20;
export const issuedPageSize = 20;
/** Receipts issued in one transaction, which holds the locks of the counters. */
export const receiptsPerBatchMax = 200;
