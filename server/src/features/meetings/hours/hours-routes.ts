import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Kit } from '../../../kit.ts';
import { changeOffer } from './change-offer.ts';
import { listSlots } from './list-slots.ts';
import { readOffer } from './read-offer.ts';

/** What hosts offer, and which of it is free. */
export function hoursRoutes({ db }: Pick<Kit, 'db'>): AnyRoute[] {
  return [
    route({
      call: 'GET /private_meetings/settings',
      who: 'host',
      limit: readLimit,
      handle: ({ actor }) => readOffer(db, actor.id),
    }),
    route({
      call: 'POST /private_meetings/settings',
      who: 'host',
      limit: writeLimit,
      handle: ({ actor, body }) => changeOffer(db, actor.id, body),
    }),
    route({
      call: 'GET /hosts/:username/slots',
      who: 'anyone',
      limit: readLimit,
      handle: ({ actor, params: { username }, query: { from, to } }) =>
        listSlots(db, { username, viewerId: actor.kind === 'anonymous' ? undefined : actor.id, from, to }),
    }),
  ];
}
