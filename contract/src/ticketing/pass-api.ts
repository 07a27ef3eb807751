import { z } from 'zod';
import { amount, type EndpointTable, eventUuid, namedAmount } from '../kernel/endpoint.ts';
import { purchaseAnswer, purchaseFields, wireOrder } from './api.ts';

const passUuid = z.uuid().toLowerCase();

export const wirePass = z.object({
  pass_uuid: z.string(),
  /** Its dates, the first one first. */
  event_uuids: z.array(z.string()),
  currency_code: z.string(),
  /**
   * The dates that the caller has a ticket for. They are not bought again, and the amounts are without them. Left out,
   * as `bought` is, by servers of the release before.
   */
  held_event_uuids: z.array(z.string()).optional(),
  /** The caller bought a pass for one of these dates before, and cannot buy another. */
  bought: z.boolean().optional(),
  /** The caller's payment for a pass with one of these dates is disputed. Servers of the release before do not say. */
  disputed: z.boolean().optional(),
  /** What the dates cost one by one, what is taken off, the fees, and what the buyer pays. */
  listed: amount,
  discount: amount,
  fee: amount,
  total: amount,
  /** What the host asks for all dates. */
  price: amount,
  /** False once the first of its dates has started, or one is cancelled or sells no tickets. */
  on_sale: z.boolean(),
  sold_out: z.boolean(),
});

const passForm = z.object({
  /** The dates that a new pass would be for. */
  event_uuids: z.array(z.string()),
  currency_code: z.string(),
  price_min: amount,
  price_max: amount,
  /** Why none can be offered now; null where one can. */
  refusal: z.string().nullable(),
});

const seriesPass = z.object({
  pass: wirePass.nullable(),
  /** For the host of the series only. */
  own: z.object({ sold: z.number(), form: passForm }).nullable(),
});

export const passApi = {
  'GET /series/:id/pass': {
    summary:
      'The pass of a series: one purchase for a seat in each of its dates. For its host, also how many are sold.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    answer: seriesPass,
  },
  'POST /series/pass/offer': {
    summary:
      'Offer a pass for all dates of a series that are to come, at one price. It is on sale until the first of them ' +
      'starts. An offer before it ends; passes that are sold stay as they are.',
    body: z.strictObject({ series_uuid: eventUuid, price: namedAmount }),
    answer: seriesPass,
  },
  'POST /series/pass/withdraw': {
    summary: 'End the sale of the pass of a series; passes that are sold stay as they are',
    body: z.strictObject({ series_uuid: eventUuid }),
    answer: seriesPass,
  },
  'POST /series/pass/hold': {
    summary: 'Hold a seat for 10 minutes in every date of a pass that the buyer has no ticket for, or in none',
    body: z.strictObject({ pass_uuid: passUuid }),
    answer: z.object({ order: wireOrder }),
  },
  'POST /series/pass/release': {
    summary: 'Release the seats of a pass that is not paid; `idle_only`: not while a challenge or an approval is open',
    body: z.strictObject({
      order_uuid: z.uuid().toLowerCase(),
      idle_only: z.boolean().optional(),
    }),
    answer: z.object({ order: wireOrder }),
  },
  'POST /series/pass/purchase': {
    summary:
      'Buy a pass with one payment. Each date has its own order, ticket, receipt and refund. The order of the answer ' +
      'is all of them together. Accepts Idempotency-Key.',
    body: z.strictObject({
      pass_uuid: passUuid,
      stripe_token: purchaseFields.stripe_token,
      stripe_payment_method_id: purchaseFields.stripe_payment_method_id,
      paypal: purchaseFields.paypal,
      remember: purchaseFields.remember,
      cancel_url: purchaseFields.cancel_url,
      return_url: purchaseFields.return_url,
    }),
    answer: purchaseAnswer,
  },
} as const satisfies EndpointTable;

export type WireSeriesPass = z.infer<typeof seriesPass>;
