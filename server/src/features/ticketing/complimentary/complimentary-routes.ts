import { complimentaryPerEventMax } from '@frontrow/core/ticketing/complimentary.ts';
import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Events } from '../../events/index.ts';
import { complimentaryEntries } from '../door-list/door-entries.ts';
import { ownedEvent } from '../door-list/door-list-routes.ts';
import type { Checkout } from '../selling/checkout.ts';
import { giveComplimentary } from './give-complimentary.ts';
import { withdrawComplimentary } from './withdraw-complimentary.ts';

export const complimentaryRoutes = (
  uses: Pick<Checkout, 'db' | 'ids' | 'accounts'> & { readonly events: Events },
): AnyRoute[] => [
  route({
    call: 'GET /events/:id/complimentary',
    who: 'host',
    limit: readLimit,
    async handle({ actor, params }) {
      const { id } = await ownedEvent(uses.events, uses.db, actor, params.id);
      return { guests: await complimentaryEntries(uses.db, id, complimentaryPerEventMax) };
    },
  }),
  route({
    call: 'POST /events/complimentary',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body }) {
      const lines = await giveComplimentary(uses, actor, body.event_uuid, body.emails);
      return { lines, given: lines.filter(({ answer }) => answer === 'given').length };
    },
  }),
  route({
    call: 'POST /events/complimentary/withdraw',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body }) {
      await withdrawComplimentary(uses, actor, body.event_uuid, body.ticket_uuid);
      return { ticket_uuid: body.ticket_uuid };
    },
  }),
];
