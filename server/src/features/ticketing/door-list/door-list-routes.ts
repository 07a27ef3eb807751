import { cutText } from '@frontrow/core/kernel/seen-text.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { readLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { EventRecord, Events } from '../../events/index.ts';
import { billedOrders } from './billed-orders.ts';
import { doorEntries } from './door-entries.ts';
import { doorListCsv } from './door-list-csv.ts';

const pageSize = 200;
/** Tickets of the largest event, with as many that were given back. */
const csvRowsMax = 200_000;
const fileNameCharsMax = 60;

/** The event of its host; that of another host is refused. */
export async function ownedEvent(
  events: Pick<Events, 'findPublished'>,
  sql: Sql,
  host: Account,
  eventUuid: string,
): Promise<EventRecord> {
  const event = await events.findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== host.id) throw refuse('forbidden');
  return event;
}

/** Who comes and who paid what, for the host of the event. */
export const doorListRoutes = ({ db, events }: { readonly db: Sql; readonly events: Events }): AnyRoute[] => [
  route({
    call: 'GET /events/:id/door_list',
    who: 'host',
    limit: readLimit,
    async handle({ actor, params, query }) {
      const { id } = await ownedEvent(events, db, actor, params.id);
      const entries = await doorEntries(db, id, query.after_seat ?? 0, pageSize + 1);
      const page = entries.slice(0, pageSize);
      return { entries: page, next_after_seat: entries.length > pageSize ? page.at(-1)!.ticket_seat : null };
    },
  }),
  route({
    call: 'GET /events/:id/door_list_csv',
    who: 'host',
    limit: readLimit,
    async handle({ actor, params }) {
      const { id, title } = await ownedEvent(events, db, actor, params.id);
      const name = cutText(title.replaceAll(/[^\p{L}\p{N}]+/gu, '-'), fileNameCharsMax);
      return { filename: `door-list-${name}.csv`, csv: doorListCsv(await doorEntries(db, id, 0, csvRowsMax)) };
    },
  }),
  route({
    call: 'GET /events/:id/billed',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor, params, query }) =>
      billedOrders(db, await ownedEvent(events, db, actor, params.id), query.cursor),
  }),
];
