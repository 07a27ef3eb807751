import { cutText } from '@frontrow/core/kernel/text.ts';
import { complimentaryPerEventMax } from '@frontrow/core/ticketing/complimentary.ts';
import type { Db } from '../../db/db.ts';
import { readLimit, scanLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { listMessages, messageHolders } from './notify/holder-messages.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { giveComplimentary, withdrawComplimentary } from './tickets/complimentary.ts';
import {
  billedOrders,
  checkIn,
  complimentaryEntries,
  countGuests,
  requireGuestListAccess,
  guestListEntries,
  guestListCsv,
  ownedEvent,
} from './tickets/guest-list.ts';
import { checkInScans, hashedCodes, hasTicketQr, setTicketQr } from './tickets/scans.ts';

const pageSize = 200;
/** The number of tickets of the largest event, with as many refunded ones. */
const csvRowsMax = 200_000;
const fileNameCharsMax = 60;

/** Who is coming, for the host and those who check people in; who paid what, for the host. */
export const guestListRoutes = ({ db, events }: { readonly db: Db; readonly events: Events }): AnyRoute[] => [
  route({
    call: 'GET /events/:id/door_list',
    who: 'member',
    limit: readLimit,
    keys: ['read_guests'],
    async handle({ actor, params, query }) {
      const { event, access } = await requireGuestListAccess(events, db, actor, params.id);
      const { id } = event;
      const entries = await guestListEntries(db, id, {
        afterSeat: query.after_seat ?? 0,
        max: pageSize + 1,
        search: query.search,
        access,
      });
      const page = entries.slice(0, pageSize);
      return {
        entries: page,
        next_after_seat: entries.length > pageSize ? page.at(-1)!.ticket_seat : null,
        ...(await countGuests(db, id)),
        ticket_qr: await hasTicketQr(db, id),
      };
    },
  }),
  route({
    call: 'POST /events/door_list/check_in',
    who: 'member',
    limit: writeLimit,
    keys: ['check_in_guests'],
    async handle({ actor, body: { event_uuid: eventUuid, ticket_uuid: ticketUuid, checked_in: checkedIn } }) {
      const { event } = await requireGuestListAccess(events, db, actor, eventUuid);
      return { ticket_uuid: ticketUuid, checked_in: await checkIn(db, event.id, { ticketUuid, checkedIn }) };
    },
  }),
  route({
    call: 'POST /events/door_list/scan',
    who: 'member',
    limit: scanLimit,
    keys: ['check_in_guests'],
    async handle({ actor, body: { event_uuid: eventUuid, place, scans } }) {
      const { event, access } = await requireGuestListAccess(events, db, actor, eventUuid);
      const results = await checkInScans(db, event, access, { scans, place: place === '' ? undefined : place });
      const { tickets, checked_in } = await countGuests(db, event.id);
      return { results, tickets, checked_in };
    },
  }),
  route({
    call: 'GET /events/:id/door_list/codes',
    who: 'member',
    limit: readLimit,
    keys: ['check_in_guests'],
    async handle({ actor, params }) {
      const { event } = await requireGuestListAccess(events, db, actor, params.id);
      const { tickets, checked_in } = await countGuests(db, event.id);
      return { hashes: await hashedCodes(db, event.id), tickets, checked_in };
    },
  }),
  route({
    call: 'POST /events/door_list/ticket_qr',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body: { event_uuid: eventUuid, on } }) {
      const { id } = await ownedEvent(events, db, actor, eventUuid);
      await setTicketQr(db, id, on);
      return { ticket_qr: on };
    },
  }),
  route({
    call: 'GET /events/:id/door_list_csv',
    who: 'host',
    limit: readLimit,
    keys: ['read_guests'],
    async handle({ actor, params }) {
      const { id, title } = await ownedEvent(events, db, actor, params.id);
      const name = cutText(title.replaceAll(/[^\p{L}\p{N}]+/gu, '-'), fileNameCharsMax);
      const entries = await guestListEntries(db, id, { afterSeat: 0, max: csvRowsMax });
      return { filename: `guest-list-${name}.csv`, csv: guestListCsv(entries) };
    },
  }),
  route({
    call: 'GET /events/:id/billed',
    who: 'host',
    limit: readLimit,
    keys: ['read_orders'],
    handle: async ({ actor, params, query }) =>
      billedOrders(db, await ownedEvent(events, db, actor, params.id), query.cursor),
  }),
];

export const complimentaryRoutes = (
  deps: Pick<TicketingDeps, 'db' | 'ids' | 'accounts'> & { readonly events: Events },
): AnyRoute[] => [
  route({
    call: 'GET /events/:id/complimentary',
    who: 'host',
    limit: readLimit,
    keys: ['read_guests', 'issue_complimentary_tickets'],
    async handle({ actor, params }) {
      const { id } = await ownedEvent(deps.events, deps.db, actor, params.id);
      return { guests: await complimentaryEntries(deps.db, id, complimentaryPerEventMax) };
    },
  }),
  route({
    call: 'POST /events/complimentary',
    who: 'host',
    limit: writeLimit,
    keys: ['issue_complimentary_tickets'],
    async handle({ actor, body }) {
      const lines = await giveComplimentary(deps, actor, body.event_uuid, body.emails);
      return { lines, given: lines.filter(({ answer }) => answer === 'given').length };
    },
  }),
  route({
    call: 'POST /events/complimentary/withdraw',
    who: 'host',
    limit: writeLimit,
    keys: ['issue_complimentary_tickets'],
    async handle({ actor, body }) {
      await withdrawComplimentary(deps, actor, body.event_uuid, body.ticket_uuid);
      return { ticket_uuid: body.ticket_uuid };
    },
  }),
];

export function messageRoutes(deps: Pick<Kit, 'db' | 'idempotency' | 'ids'> & { readonly events: Events }): AnyRoute[] {
  const { db, idempotency, ids, events } = deps;
  return [
    route({
      call: 'POST /events/message',
      who: 'host',
      limit: writeLimit,
      handle: ({ actor, body, idempotencyKey }) =>
        idempotency.run({ scope: `message:u:${actor.id}`, key: idempotencyKey, body }, async ({ resultId }) => ({
          told: await messageHolders(deps, actor, body.event_uuid, { ...body, id: resultId ?? ids.uuid() }),
        })),
    }),
    route({
      call: 'GET /events/:id/messages',
      who: 'member',
      limit: readLimit,
      async handle({ actor, params }) {
        const messages = await listMessages(db, events, actor, params.id);
        return { messages: messages.map(({ subject, text, at }) => ({ subject, text, sent_at: at })) };
      },
    }),
  ];
}
