import { wireCurrency } from '../catalog/api.ts';
import { eventTitleFields } from '../events/event-title.ts';
import { billingAddressCharsMax, billingNameCharsMax, taxIdCharsMax } from '@frontrow/core/billing/limits.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs, nothing } from '../kernel/endpoint.ts';
import { orderStates, refundStates } from '../ticketing/api.ts';

export const billedStates = ['paid', 'refunding', 'refunded', 'open'] as const;

const documentKinds = ['receipt', 'credit_note', 'debit_note'] as const;

const wireBillingDetails = z.object({
  name: z.string().max(billingNameCharsMax),
  /** Lines. */
  address: z.string().max(billingAddressCharsMax),
  /** ISO 3166 code. */
  country: z.string().max(2).nullable(),
  tax_id: z.string().max(taxIdCharsMax),
});

const wireDocumentPart = z.object({
  issuer: z.enum(['host', 'platform']),
  /** Gapless by issuer and year. */
  number: z.string(),
  amount,
  /** Contained in the amount. */
  tax: amount,
});

const wireDocument = z.object({
  kind: z.enum(documentKinds),
  issued_at: epochMs,
  parts: z.array(wireDocumentPart),
  total: amount,
  /** Of a note: the refund it is about, or else the dispute. */
  refund_uuid: z.string().nullable(),
  dispute_uuid: z.string().nullable(),
});

/** The dates of a series pass and what was paid for all of them in one payment. Null for any other order. */
const wirePassPayment = z.object({ dates: z.number(), total: amount }).nullable().optional();

const wireReceipt = z.object({
  order_uuid: z.string(),
  ...eventTitleFields,
  /** `2026-12-05`, where the event takes place. Null for a replay and where it was issued before this was kept. */
  event_day: z.string().nullable().optional(),
  paid_at: epochMs,
  payment_provider: z.string(),
  currency: wireCurrency,
  price: amount,
  discount: amount,
  fee: amount,
  total: amount,
  pass: wirePassPayment,
  buyer: wireBillingDetails,
  seller: wireBillingDetails,
  tax_country: z.string().nullable(),
  /** In percent; 0 where there is none. */
  tax_rate: z.number(),
  receipt: wireDocument,
  /** Credit notes, and debit notes where a loss was won after all; in the order they were issued. */
  notes: z.array(wireDocument),
});

const wireBilledOrder = z.object({
  order_uuid: z.string(),
  order_status: z.enum(orderStates),
  event_uuid: z.string(),
  ...eventTitleFields,
  event_date: epochMs,
  ordered_at: epochMs,
  paid_at: epochMs.nullable(),
  payment_provider: z.string().nullable(),
  currency: wireCurrency,
  price: amount,
  discount: amount,
  fee: amount,
  total: amount,
  pass: wirePassPayment,
  refunded: amount,
  refunds: z.array(
    z.object({
      refund_uuid: z.string(),
      amount,
      status: z.enum(refundStates),
      reason: z.string(),
      created_at: epochMs,
      /** The provider's name for it, to show a bank. */
      reference: z.string().nullable(),
      credit_note: z.array(z.string()),
    }),
  ),
  /** `none`: free or not paid. `due`: issued when it is first opened, or a day after the payment. */
  receipt_state: z.enum(['none', 'due', 'issued']),
  receipt_numbers: z.array(z.string()),
  /** Credit and debit notes that disputes caused. */
  dispute_notes: z.array(z.string()),
  /** Null until the receipt is issued. */
  tax: z.object({ country: z.string().nullable(), rate: z.number(), amount }).nullable(),
});

/** The host's part of a document. */
const wireIssued = z.object({
  number: z.string(),
  issued_at: epochMs,
  order_uuid: z.string(),
  ...eventTitleFields,
  currency: wireCurrency,
  amount,
  /** Contained in the amount. */
  tax: amount,
});

const order = z.object({ order: z.uuid().toLowerCase() });

export const billingApi = {
  'GET /billing/orders': {
    summary: 'Orders of the caller, newest first: what was paid, what went back, and the receipt',
    query: z.object({
      state: z.enum(billedStates).optional(),
      year: z.coerce.number().int().min(2000).max(9999).optional(),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      orders: z.array(wireBilledOrder),
      /** Years that the caller ordered in, newest first. */
      years: z.array(z.number()),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET /billing/orders/:order/receipt': {
    summary: 'The receipt with its notes; null until it is issued. A guest sends receipt-key of the mailed link.',
    params: order,
    answer: z.object({ receipt: wireReceipt.nullable(), details: wireBillingDetails, ...eventTitleFields }),
  },
  'POST /billing/orders/:order/receipt': {
    summary: 'Issue the receipt, once, with these billing details or those of the account',
    params: order,
    body: z.object({ details: wireBillingDetails.optional() }),
    answer: z.object({ receipt: wireReceipt }),
  },
  'GET /billing/orders/:order/receipt.pdf': {
    summary: 'The receipt with its notes as PDF; issues it when it is first opened',
    params: order,
    answer: nothing,
    file: 'application/pdf',
  },
  'GET /billing/issued': {
    summary: 'Receipts, credit notes or debit notes that were issued in the name of the host, newest first',
    query: z.object({ kind: z.enum(documentKinds).optional(), cursor: z.string().max(40).optional() }),
    answer: z.object({ documents: z.array(wireIssued), next_cursor: z.string().nullable() }),
  },
  'GET /billing/issued/:order/receipt.pdf': {
    summary: 'Such a receipt with its notes as PDF',
    params: order,
    answer: nothing,
    file: 'application/pdf',
  },
  'GET /billing/details': {
    summary: 'Whom receipts of the caller are written to; of a host also who writes them',
    answer: wireBillingDetails,
  },
  'POST /billing/details': {
    summary: 'Change them; receipts that are issued keep theirs',
    body: wireBillingDetails,
    answer: wireBillingDetails,
  },
  'GET /admin/tax_rates': {
    summary: 'Sales tax by country; a country that is not listed has none',
    answer: z.object({ rates: z.array(z.object({ country: z.string(), rate: z.number() })) }),
  },
  'POST /admin/tax_rates': {
    summary: 'Set the rate of a country in percent; 0 takes it off the list. Receipts that are issued keep theirs.',
    body: z.object({ country: z.string().max(2), rate: z.number() }),
    answer: z.object({ rates: z.array(z.object({ country: z.string(), rate: z.number() })) }),
  },
} as const satisfies EndpointTable;

export type WireBillingDetails = z.infer<typeof wireBillingDetails>;
export type WireBilledOrder = z.infer<typeof wireBilledOrder>;
export type WireIssued = z.infer<typeof wireIssued>;
export type WireReceipt = z.infer<typeof wireReceipt>;
export type WireDocument = z.infer<typeof wireDocument>;
