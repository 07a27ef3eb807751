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
  /** Reminders of events by mail; notices of changes come all the same. */
  reminders: z.boolean(),
});

const calendarFeed = z.object({
  /** Null: there is none. */
  calendar_url: z.string().nullable(),
});

export const shownApi = {
  'GET /user/viewer_profile': { summary: 'What others see of the caller', answer: wireShown },
  'POST /user/viewer_profile': {
    summary: 'Change the name others read, and whether the caller is named among attendees',
    body: z.object({ shown_name: z.string().max(200), show_attending: z.boolean() }),
    answer: wireShown,
  },
  'POST /user/reminders': {
    summary: 'Reminders of events by mail, on or off',
    body: z.object({ reminders: z.boolean() }),
    answer: z.object({ reminders: z.boolean() }),
  },
  'POST /user/reminders_by_mail': {
    summary: 'The same by the link of a reminder; the token of the mail stands for the login',
    body: z.object({ token: z.string().max(200), reminders: z.boolean() }),
    answer: z.object({ reminders: z.boolean() }),
  },
  'POST /user/avatar': {
    summary: 'Another picture, as a data URL of a PNG, JPEG or WebP; null takes it away',
    body: z.object({ avatar: z.string().nullable() }),
    answer: wireProfile,
  },
  'GET /user/calendar_feed': {
    summary: 'Secret address of the calendar feed with the caller’s tickets',
    answer: calendarFeed,
  },
  'POST /user/calendar_feed': {
    summary: 'A new secret address of the calendar feed; the one before stops working',
    answer: calendarFeed,
  },
  'POST /user/calendar_feed/remove': {
    summary: 'End the calendar feed; its address stops working',
    answer: calendarFeed,
  },
} as const satisfies EndpointTable;
