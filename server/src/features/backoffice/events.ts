import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import { type EventTitle, writtenTitle } from '@frontrow/core/events/title-in.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { pageOf } from '../../db/cursors.ts';
import { likePatterns } from '../../db/like-patterns.ts';
import { pageRows } from './cursor.ts';
import type { WireEventDetail } from '@frontrow/contract/backoffice/moderation-api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { onFact, type FactHandler, type RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { hostUnpublishedMail } from '../../mail/event-change-mails.ts';
import type { Accounts } from '../accounts/index.ts';
import { opensLater } from '../events/index.ts';

interface EventRow {
  ide: number;
  id: string;
  title: EventTitle;
  starts_ms: number;
  state: 0 | 1 | 2;
  cancelled: boolean;
  unpublished: boolean;
  price_minor: number;
  currency: string;
  sold: number;
  held: number;
  capacity: number;
  username: string;
  name: string;
}

const states = {
  upcoming: 'e.state = 0',
  live: 'e.state = 1',
  finished: 'e.state = 2 AND e.cancelled_at IS NULL',
  cancelled: 'e.cancelled_at IS NOT NULL',
  unpublished: 'e.unpublished_at IS NOT NULL AND e.state < 2',
} as const;

/** Newest first, below number `before`; unlisted ones, too, but no private meetings. */
export async function listAdminEvents(
  sql: Sql,
  {
    q,
    state,
    before,
    id,
  }: {
    q?: string | undefined;
    state?: keyof typeof states | undefined;
    before?: number | undefined;
    /** That event alone. */
    id?: string;
  },
): Promise<{ events: WireAdminEvent[]; next: string | null }> {
  const rows = await sql.query<EventRow>(
    `SELECT e.ide, e.id, title_of(e) AS title, (extract(epoch FROM e.starts_at) * 1000)::bigint AS starts_ms, e.state,
            e.cancelled_at IS NOT NULL AS cancelled, e.unpublished_at IS NOT NULL AS unpublished, e.price_minor, e.currency, e.sold, e.held, e.capacity, u.username,
            trim(u.name || ' ' || u.surname) AS name
     FROM event e JOIN app_user u ON u.id = e.host_id
     WHERE e.private_for IS NULL AND e.replay_of IS NULL AND ($1::bigint IS NULL OR e.ide < $1) AND ${state ? states[state] : 'true'}
       AND ($2::text[] IS NULL OR e.title ILIKE ANY ($2) OR u.username ILIKE ANY ($2)
         OR u.name || ' ' || u.surname ILIKE ANY ($2))
       AND ($4::uuid IS NULL OR e.id = $4)
     ORDER BY e.ide DESC LIMIT $3`,
    [before ?? null, likePatterns(q), pageRows + 1, id ?? null],
  );
  const { page, lastBefore } = pageOf(rows, pageRows);
  return { events: page.map(viewOf), next: lastBefore ? String(lastBefore.ide) : null };
}

function viewOf(row: EventRow): WireAdminEvent {
  const currency = currencyOf(row.currency);
  return {
    event_uuid: row.id,
    ...titleToWire(row.title),
    event_date: row.starts_ms,
    event_state: row.state,
    event_cancelled: row.cancelled,
    event_unpublished: row.unpublished,
    event_price: toDecimal(row.price_minor, currency.digits),
    currency: currencyToWire(currency),
    tickets_sold: row.sold,
    tickets_held: row.held,
    tickets_total: row.capacity,
    user_username: row.username,
    user_name: row.name,
  };
}

interface EventDetailRow {
  host_id: number;
  host_suspended: boolean;
  unpublished_ms: number | null;
  unpublished_reason: string | null;
  recorded: boolean;
  replay_down_ms: number | null;
  replay_down_reason: string | null;
  orders: number;
  reports_open: number;
}

/** An event as app admins see it. Throws `event_not_found`, also for private meetings. */
export async function readEvent(
  { accounts, db }: Pick<BackofficeDeps, 'accounts' | 'db'>,
  eventUuid: string,
): Promise<WireEventDetail> {
  const [event] = (await listAdminEvents(db, { id: eventUuid })).events;
  const row =
    event &&
    (await db.one<EventDetailRow>(
      `SELECT e.host_id, u.suspended_at IS NOT NULL AS host_suspended,
         (extract(epoch FROM e.unpublished_at) * 1000)::bigint AS unpublished_ms, e.unpublished_reason,
         EXISTS (SELECT 1 FROM recording_part p WHERE p.event_id = e.id AND p.in_replay) AND e.state = 2 AS recorded,
         (extract(epoch FROM r.replay_taken_down_at) * 1000)::bigint AS replay_down_ms,
         r.replay_taken_down_reason AS replay_down_reason,
         (SELECT count(*)::int FROM orders o WHERE o.event_id = e.id) AS orders,
         (SELECT count(*)::int FROM report p WHERE p.subject_key = 'event:' || e.id AND p.status = 'open') AS reports_open
       FROM event e JOIN app_user u ON u.id = e.host_id LEFT JOIN room r ON r.event_id = e.id WHERE e.id = $1`,
      [eventUuid],
    ));
  if (!row) throw refuse('event_not_found');
  return {
    event,
    unpublished_at: row.unpublished_ms,
    unpublished_reason: row.unpublished_reason,
    replay: row.recorded ? { taken_down_at: row.replay_down_ms, taken_down_reason: row.replay_down_reason } : null,
    user_ide: row.host_id,
    host_suspended: row.host_suspended,
    orders: row.orders,
    reports_open: row.reports_open,
    history: await accounts.auditAbout(db, { subjectId: row.host_id, eventUuid }),
  };
}

/**
 * Cancels an event, anyone who hosts it; one that is live ends at once for everyone. The fact sends every buyer the
 * money back and closes the room. A second time says so.
 */
export async function cancelByAdmin(
  { accounts, db, events }: BackofficeDeps,
  { adminId, eventUuid, reason: typed }: { adminId: number; eventUuid: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (!(await events.move(tx, eventUuid, event.state === 1 ? 'takeDown' : 'cancel', 'admin')))
      throw refuse(event.cancelledAt === undefined ? 'event_over' : 'event_cancelled');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'event_cancelled',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: eventUuid, reason },
    });
  });
}

interface AboutEvent {
  readonly adminId: number;
  readonly eventUuid: string;
  readonly reason: string;
}

type Deps = Pick<BackofficeDeps, 'accounts' | 'db' | 'events'>;

/** Takes an event out of lists and off sale, with a reason that the host reads (docs/decisions/0123). */
export async function unpublishByAdmin({ accounts, db, events }: Deps, asked: AboutEvent): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, asked.eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.state === 2) throw refuse(event.cancelledAt === undefined ? 'event_over' : 'event_cancelled');
    if (!(await events.unpublish(tx, asked.eventUuid, { reason, withHost: false }))) throw refuse('event_unpublished');
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'event_unpublished',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: asked.eventUuid, reason },
    });
  });
}

/** Publishes it again; not while its host is suspended. */
export async function republishByAdmin({ accounts, db, events }: Deps, asked: AboutEvent): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, asked.eventUuid);
    if (!event) throw refuse('event_not_found');
    const suspended = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND suspended_at IS NOT NULL FOR SHARE', [
      event.hostId,
    ]);
    if (suspended) throw refuse('event_of_suspended');
    if (!(await events.republish(tx, asked.eventUuid))) throw refuse('event_published');
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'event_republished',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: asked.eventUuid, reason },
    });
  });
}

interface MailDeps extends Pick<Kit, 'config' | 'db' | 'mail'> {
  readonly accounts: Pick<Accounts, 'addressOf'>;
}

/** Emails hosts what became of their events. A suspended host has the email about the suspension instead. */
export function unpublishFacts(deps: MailDeps): FactHandler[] {
  const mailHost = async (
    wasUnpublished: boolean,
    { payload, dedupeKey }: RecordedFact<'EventUnpublished' | 'EventRepublished'>,
  ): Promise<void> => {
    const row = await deps.db.one<{
      host_id: number;
      title: string;
      starts_at: Date;
      tz: string;
      opens_at: Date | null;
      reason: string | null;
      with_host: boolean;
    }>(
      `SELECT e.host_id, e.title, e.starts_at, e.tz, ${opensLater} AS opens_at, e.unpublished_reason AS reason,
         e.unpublished_with_host AS with_host
       FROM event e WHERE e.id = $1 AND e.private_for IS NULL AND e.replay_of IS NULL`,
      [payload.eventUuid],
    );
    // It changed again since; the later fact has its own email.
    if (!row || row.with_host || wasUnpublished !== (row.reason !== null)) return;
    const to = await deps.accounts.addressOf(row.host_id);
    if (!to) return;
    await deps.mail.send(
      hostUnpublishedMail({
        dedupeKey: `${dedupeKey}:host`,
        to,
        title: writtenTitle(row.title),
        startsAt: row.starts_at.getTime(),
        tz: row.tz,
        opensAt: row.opens_at?.getTime(),
        eventUrl: `${deps.config.publicUrl}/event/${payload.eventUuid}`,
        reason: row.reason ?? undefined,
      }),
    );
  };
  return [
    onFact('EventUnpublished', 'mail-host', (fact) => mailHost(true, fact), { queue: 'mail' }),
    onFact('EventRepublished', 'mail-host', (fact) => mailHost(false, fact), { queue: 'mail' }),
  ];
}
