import { refuse } from '@frontrow/core/refuse.ts';
import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { findPublished } from '../store.ts';
import { addPromoCode, endCode, type PromoUses } from './change-promo-codes.ts';
import { listPromoCodes } from './list-promo-codes.ts';

export const promoCodeRoutes = (uses: PromoUses): AnyRoute[] => [
  route({
    call: 'GET /events/:id/promo_codes',
    who: 'host',
    limit: readLimit,
    async handle({ actor, params }) {
      const event = await findPublished(uses.db, params.id);
      if (!event) throw refuse('event_not_found');
      if (event.hostId !== actor.id) throw refuse('forbidden');
      return listPromoCodes(uses.db, params.id);
    },
  }),
  route({
    call: 'POST /events/promo_codes/add',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => addPromoCode(uses, actor, body),
  }),
  route({
    call: 'POST /events/promo_codes/end',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => endCode(uses, actor, body),
  }),
];
