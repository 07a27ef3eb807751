import { z } from 'zod';
import { amount, type EndpointTable } from '../kernel/endpoint.ts';

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
  max_ticket_price: z.number(),
  /** What the fee will be: minimum, and percent of the price. */
  frontrow_min_ticket_fee: amount,
  frontrow_ticket_fee: amount,
});

export const catalogApi = {
  'GET /languages/all': { summary: 'Languages', answer: z.object({ data: z.array(wireLanguage) }) },
  'GET /categories/all': { summary: 'Categories', answer: z.object({ data: z.array(wireCategory) }) },
  'GET /tickets/types': {
    summary: 'Ticket types that feed the publish form, with the limits of the caller',
    answer: z.array(wireTicketType),
  },
} as const satisfies EndpointTable;

export type WireTicketType = z.infer<typeof wireTicketType>;
export type WireLanguage = z.infer<typeof wireLanguage>;
export type WireCategory = z.infer<typeof wireCategory>;
