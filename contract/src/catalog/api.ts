import { z } from 'zod';
import { amount, type EndpointTable } from '../kernel/endpoint.ts';

export const wireTicketConfig = z.object({ frontrow_min_ticket_fee: amount, frontrow_ticket_fee: amount });
export const wireCurrency = z.object({
  currency_format: z.string(),
  currency_name: z.string(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  currency_digits: z.number(),
});

export const wireLanguage = z.object({
  lang_ide: z.number(),
  lang_image: z.string(),
  lang_description: z.string(),
  lang_code: z.string(),
});
export const wireCategory = z.object({
  category_ide: z.number(),
  category_slug: z.string(),
  category_description: z.string(),
});
export const wireTicketType = z.object({
  event_type: z.union([z.literal(0), z.literal(1)]),
  rally_ticket: z.boolean(),
  ticket_price_enabled: z.boolean(),
  type_id: z.number(),
  max_attendees: z.number(),
  /** Limit and fees in EUR; those of other currencies are in `GET /currencies/all`. */
  max_ticket_price: z.number(),
  frontrow_min_ticket_fee: amount,
  frontrow_ticket_fee: amount,
});

/** A currency that tickets may be sold in, with its limits and fees. */
export const wireSellingCurrency = wireCurrency.extend({
  /** Of a ticket that is not free, in whole units. */
  min_ticket_price: z.number(),
  max_ticket_price: z.number(),
  frontrow_min_ticket_fee: amount,
  frontrow_ticket_fee: amount,
  /** What the caller's last paid event is sold in; else the first one. */
  currency_default: z.boolean(),
});

export const catalogApi = {
  'GET /languages/all': { summary: 'Languages', answer: z.object({ data: z.array(wireLanguage) }) },
  'GET /categories/all': { summary: 'Categories', answer: z.object({ data: z.array(wireCategory) }) },
  'GET /currencies/all': {
    summary: 'Currencies that a host may sell in, the usual one first',
    answer: z.object({ data: z.array(wireSellingCurrency) }),
  },
  'GET /tickets/types': {
    summary: 'Ticket types that feed the publish form, with the limits of the caller',
    answer: z.array(wireTicketType),
  },
} as const satisfies EndpointTable;

export type WireTicketType = z.infer<typeof wireTicketType>;
export type WireLanguage = z.infer<typeof wireLanguage>;
export type WireCategory = z.infer<typeof wireCategory>;
export type WireCurrency = z.infer<typeof wireCurrency>;
