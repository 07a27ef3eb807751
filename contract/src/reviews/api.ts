import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid, nothing, username } from '../kernel/endpoint.ts';

export const wireReview = z.object({
  review_ide: z.number(),
  review_stars: z.number(),
  /** Plain text, may be empty. */
  review_text: z.string(),
  review_date: epochMs,
  /** The name its author chose to be shown. */
  user: z.object({ user_username: z.string(), user_name: z.string(), user_avatar: z.string().nullable() }),
  /** Null where the event is unlisted. */
  event: z.object({ event_uuid: z.string(), event_title: z.string() }).nullable(),
});

export const wireReviewList = z.object({ reviews: z.array(wireReview), next_cursor: z.string().nullable() });

const cursor = z.string().max(200).optional();
const reviewIde = z.number().int().positive();

export const reviewsApi = {
  'GET /events/:id/reviews': {
    summary: 'What people who were there say of an event, newest first',
    params: z.object({ id: eventUuid }),
    query: z.object({ cursor }),
    answer: wireReviewList,
  },
  'GET /hosts/:username/reviews': {
    summary: 'What people say of all events of a host, newest first',
    params: z.object({ username }),
    query: z.object({ cursor }),
    answer: wireReviewList,
  },
  'POST /events/reviews': {
    summary: 'Review an event one was at, once, after its end',
    body: z.object({ event_uuid: eventUuid, stars: z.number(), text: z.string().max(5_000) }),
    answer: z.object({ review: wireReview }),
    status: 201,
  },
  'POST /events/reviews/delete': {
    summary: 'Take back the own review of an event',
    body: z.object({ review_ide: reviewIde }),
    answer: nothing,
  },
  'GET /user/reviews': {
    summary: 'Events the caller may review, and those reviewed already',
    answer: z.object({ reviewable: z.array(z.string()), reviewed: z.array(z.string()) }),
  },
  'POST /admin/reviews/decide': {
    summary: 'Remove a review, or keep it; either settles its reports',
    body: z.object({
      review_ide: reviewIde,
      remove: z.boolean(),
      /** Why it is removed: the author reads it. Clients of the release before give none. */
      reason: z.string().max(5_000).optional(),
    }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireReview = z.infer<typeof wireReview>;
export type WireReviewList = z.infer<typeof wireReviewList>;
