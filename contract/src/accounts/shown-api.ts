import { z } from 'zod';
import type { EndpointTable } from '../kernel/endpoint.ts';
import { wireProfile } from './api.ts';

/** What others see of a person. */
const wireShown = z.object({
  /** Chosen by the person; empty: the one of the account. */
  shown_name: z.string(),
  /** What others read now. */
  shown_as: z.string(),
  /** Named among the attendees of events. */
  show_attending: z.boolean(),
});

export const shownApi = {
  'GET /user/viewer_profile': { summary: 'What others see of the caller', answer: wireShown },
  'POST /user/viewer_profile': {
    summary: 'Change the name others read, and whether the caller is named among attendees',
    body: z.object({ shown_name: z.string().max(200), show_attending: z.boolean() }),
    answer: wireShown,
  },
  'POST /user/avatar': {
    summary: 'Another picture, as a data URL of a PNG, JPEG or WebP; null takes it away',
    body: z.object({ avatar: z.string().nullable() }),
    answer: wireProfile,
  },
} as const satisfies EndpointTable;
