import { refuse } from '@frontrow/core/refuse.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Accounts } from '../accounts/index.ts';
import { decideReview, listReviews, ownReviews, type ReviewDeps, deleteReview, writeReview } from './reviews.ts';

export interface ReviewsDeps extends ReviewDeps {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
}

export function reviewsRoutes(deps: ReviewsDeps): AnyRoute[] {
  const { db } = deps;
  return [
    route({
      call: 'GET /events/:id/reviews',
      who: 'anyone',
      limit: readLimit,
      handle: ({ params, query }) => listReviews(db, { eventUuid: params.id }, query.cursor),
    }),
    route({
      call: 'GET /hosts/:username/reviews',
      who: 'anyone',
      limit: readLimit,
      async handle({ params, query }) {
        const host = await db.one<{ id: number }>(
          'SELECT id FROM app_user WHERE username = $1 AND role = 1 AND erased_at IS NULL AND suspended_at IS NULL',
          [params.username],
        );
        if (!host) throw refuse('user_not_found');
        return listReviews(db, { hostId: host.id }, query.cursor);
      },
    }),
    route({
      call: 'POST /events/reviews',
      who: 'member',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({
        review: await writeReview(deps, actor, { eventUuid: body.event_uuid, stars: body.stars, text: body.text }),
      }),
    }),
    route({
      call: 'POST /events/reviews/delete',
      who: 'member',
      limit: writeLimit,
      async handle({ actor, body }) {
        await deleteReview(deps, actor, body.review_ide);
        return {};
      },
    }),
    route({
      call: 'GET /user/reviews',
      who: 'member',
      limit: readLimit,
      handle: ({ actor }) => ownReviews(db, actor),
    }),
    route({
      call: 'POST /admin/reviews/decide',
      who: 'admin',
      limit: writeLimit,
      async handle({ actor, body }) {
        await decideReview(deps, actor.id, {
          reviewId: body.review_ide,
          remove: body.remove,
          reason: body.reason,
        });
        return {};
      },
    }),
  ];
}
