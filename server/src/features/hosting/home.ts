import type { AnswerOf } from '@frontrow/contract/api.ts';
import { planHosting } from '@frontrow/core/events/hosting-steps.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import type { Events } from '../events/index.ts';
import { readAttention } from './attention.ts';

type HostHome = AnswerOf<'GET /host/home'>;
type Money = HostHome['available'][number];

export interface HomeUses {
  readonly db: Sql;
  readonly events: Pick<Events, 'cards'>;
}

/** Upcoming events that the home lists; the others are on the page of events. */
const upcomingMax = 5;

interface HostRow {
  zone: string;
  ranking: number;
  reviews: number;
  month: string;
  upcoming: number;
  now_ms: number;
}

interface EventRow {
  id: string;
  waiting: number;
}

interface NextRow extends EventRow {
  views: number | null;
  revenue_minor: number | null;
}

interface MonthRow {
  currency: string;
  sold: number;
  revenue_minor: number;
}

const toMoney = ({ currency, minor }: { currency: string; minor: number }): Money => ({
  currency_code: currency,
  amount: toDecimal(minor, currencyOf(currency).digits),
});

/** Everything a host's home shows. */
export async function readHostHome(uses: HomeUses, hostId: number): Promise<HostHome> {
  const { db } = uses;
  const host = await readHost(db, hostId);
  const next = await findNext(db, hostId);
  const upcoming = await findUpcoming(db, hostId, next?.id);
  const rows = [...(next ? [next] : []), ...upcoming];
  const cards = await uses.events.cards(
    db,
    rows.map(({ id }) => id),
  );
  const own = new Map(
    cards.map((card) => {
      const { waiting } = rows.find(({ id }) => id === card.event.event_uuid)!;
      return [card.event.event_uuid, { ...card, waiting }];
    }),
  );
  const available = await readAvailable(db, hostId);
  const attention = await readAttention(db, hostId);
  const card = next && own.get(next.id);
  const needsMethod = attention.some(({ kind }) => kind === 'payout_method_missing');
  return {
    time_zone: host.zone,
    next: card ? nextOf(card, next, { needsMethod, now: host.now_ms }) : null,
    attention,
    upcoming: upcoming.flatMap(({ id }) => own.get(id) ?? []),
    upcoming_count: host.upcoming,
    month: await readMonth(db, hostId, host.month),
    available,
    rating: { average: host.reviews > 0 ? host.ranking : null, reviews: host.reviews },
  };
}

async function readHost(sql: Sql, hostId: number): Promise<HostRow> {
  const row = await sql.one<HostRow>(
    `SELECT z.zone, u.ranking::float8 AS ranking, u.review_count AS reviews,
       date_trunc('month', app_now() AT TIME ZONE z.zone)::date::text AS month,
       (SELECT count(*)::int FROM event e
         WHERE e.host_id = u.id AND e.state = 0 AND e.private_for IS NULL AND e.cancelled_at IS NULL) AS upcoming,
       (extract(epoch FROM app_now()) * 1000)::bigint AS now_ms
     FROM app_user u LEFT JOIN stats_host h ON h.host_id = u.id
       CROSS JOIN LATERAL (SELECT coalesce(h.zone_name, u.zone_name) AS zone) z
     WHERE u.id = $1`,
    [hostId],
  );
  if (!row) throw new Error('a host without an account');
  return row;
}

/**
 * The event that matters most now: a live one, one that starts within a day, one that ended within a day, the soonest
 * later one, and otherwise one that ended within a week.
 */
const findNext = (sql: Sql, hostId: number): Promise<NextRow | undefined> =>
  sql.one<NextRow>(
    `SELECT e.id, e.waiting,
       (SELECT sum(v.views)::int FROM view_day v WHERE v.event_id = e.id) AS views,
       (SELECT sum(d.price_minor - d.refunded_price_minor)::bigint FROM event_day d WHERE d.event_id = e.id)
         AS revenue_minor
     FROM event e
     WHERE e.host_id = $1 AND e.private_for IS NULL AND e.replay_of IS NULL AND e.cancelled_at IS NULL
       AND (e.state < 2 OR e.finished_at > app_now() - interval '7 days')
     ORDER BY CASE
         WHEN e.state = 1 THEN 0
         WHEN e.state = 0 AND e.starts_at < app_now() + interval '24 hours' THEN 1
         WHEN e.state = 2 AND e.finished_at > app_now() - interval '24 hours' THEN 2
         WHEN e.state = 0 THEN 3
         ELSE 4 END,
       CASE WHEN e.state = 2 THEN -extract(epoch FROM e.finished_at) ELSE extract(epoch FROM e.starts_at) END, e.id
     LIMIT 1`,
    [hostId],
  );

const findUpcoming = (sql: Sql, hostId: number, nextId: string | undefined): Promise<EventRow[]> =>
  sql.query<EventRow>(
    `SELECT id, waiting FROM event
     WHERE host_id = $1 AND state = 0 AND private_for IS NULL AND cancelled_at IS NULL AND id IS DISTINCT FROM $2::uuid
     ORDER BY starts_at, id LIMIT $3`,
    [hostId, nextId ?? null, upcomingMax],
  );

const states = ['upcoming', 'live', 'finished'] as const;

function nextOf(
  card: HostHome['upcoming'][number],
  { views, revenue_minor: revenueMinor }: NextRow,
  { needsMethod, now }: { readonly needsMethod: boolean; readonly now: number },
): NonNullable<HostHome['next']> {
  const { event } = card;
  const plan = planHosting(
    {
      state: states[event.event_state],
      startsAt: event.event_date,
      sold: event.event_num_tickets_sold,
      free: event.event_num_tickets_free ?? event.event_num_tickets_free_streaming ?? 0,
      unfinished: needsMethod && (event.event_price_ticket ?? event.event_price_ticket_streaming ?? 0) > 0,
    },
    now,
  );
  return {
    ...card,
    action: plan.action,
    steps: [...plan.steps],
    starts_from: plan.startsFrom,
    views: views ?? 0,
    revenue: toDecimal(revenueMinor ?? 0, event.currency.currency_digits),
  };
}

async function readMonth(sql: Sql, hostId: number, from: string): Promise<HostHome['month']> {
  const rows = await sql.query<MonthRow>(
    `SELECT currency, sum(sold)::int AS sold, sum(price_minor - refunded_price_minor)::bigint AS revenue_minor
     FROM host_day WHERE host_id = $1 AND day >= $2::date GROUP BY currency ORDER BY currency`,
    [hostId, from],
  );
  const seen = await sql.one<{ views: number | null }>(
    'SELECT sum(views)::int AS views FROM view_day WHERE host_id = $1 AND event_id IS NULL AND day >= $2::date',
    [hostId, from],
  );
  return {
    from,
    revenue: rows
      .filter((row) => row.revenue_minor !== 0)
      .map((row) => toMoney({ currency: row.currency, minor: row.revenue_minor })),
    tickets_sold: rows.reduce((sum, row) => sum + row.sold, 0),
    views: seen?.views ?? 0,
  };
}

async function readAvailable(sql: Sql, hostId: number): Promise<Money[]> {
  const rows = await sql.query<{ currency: string; minor: number }>(
    `SELECT currency, sum(amount_minor)::bigint AS minor FROM host_balance
     WHERE host_id = $1 AND kind = 'host_payable' GROUP BY currency ORDER BY currency`,
    [hostId],
  );
  return rows.map(toMoney);
}
