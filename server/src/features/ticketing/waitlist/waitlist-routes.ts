import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { guestAnswerMsMin } from '@frontrow/core/ticketing/limits.ts';
import { eventPollLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { noSoonerThan } from '../../../http/routes/no-sooner-than.ts';
import type { Events } from '../../events/index.ts';
import type { Buyers } from '../selling/buyers.ts';
import type { Checkout } from '../selling/checkout.ts';
import { joinWaitlist, type ShownPlace } from './join-waitlist.ts';
import { leaveWaitlist } from './leave-waitlist.ts';
import { ownPlaces } from './own-places.ts';

/** A guest's session is good for one event; at another one its bearer is whoever the browser proves. */
const isHere = (actor: Actor, eventId: string | undefined): actor is Account =>
  actor.kind === 'account' && (actor.guestOf === undefined || eventId === undefined || actor.guestOf === eventId);

export const waitlistRoutes = (checkout: Checkout, buyers: Buyers, events: Pick<Events, 'cards'>): AnyRoute[] => [
  route({
    call: 'POST /events/waitlist',
    who: 'anyone',
    limit: writeLimit,
    async handle({ actor, body, ...asked }) {
      const eventId = body.event_uuid;
      if (isHere(actor, eventId)) {
        const buyer = await buyers.account(actor, asked);
        if (body.join) return placeView(await joinWaitlist(checkout, buyer, eventId));
        return placeView(await leaveWaitlist(checkout, { accountId: actor.id, guestKey: undefined, eventId }));
      }
      if (!body.join) {
        const { guestKey } = buyers.asker({ actor, header: asked.header });
        return placeView(await leaveWaitlist(checkout, { accountId: undefined, guestKey, eventId }));
      }
      return noSoonerThan(guestAnswerMsMin, async () => {
        const guest = await buyers.guest(body.email ?? '', buyers.guestKey(asked), asked);
        return placeView(await joinWaitlist(checkout, guest, eventId));
      });
    },
  }),
  route({
    call: 'GET /events/waitlist/mine',
    who: 'anyone',
    limit: eventPollLimit,
    async handle({ actor, query, header }) {
      const { guestKey } = buyers.asker({ actor, header });
      const holder = isHere(actor, query.event_uuid)
        ? { accountId: actor.id, guestKey: undefined, eventId: actor.guestOf ?? query.event_uuid }
        : { accountId: undefined, guestKey, eventId: query.event_uuid };
      const places = await ownPlaces(checkout.db, holder);
      const cards = await events.cards(checkout.db, [...new Set(places.map(({ eventId }) => eventId))]);
      const cardOf = new Map(cards.map((card) => [card.event.event_uuid, card]));
      return {
        places: places.flatMap((place) => {
          const event = cardOf.get(place.eventId);
          return event ? [{ ...placeView(place), event, joined_at: place.joinedAt }] : [];
        }),
      };
    },
  }),
];

const placeView = ({ position, size, offer }: ShownPlace) => ({
  position: position ?? null,
  size,
  ...(offer && { offer: { order_uuid: offer.orderId, expires_at: offer.endsAt } }),
});
