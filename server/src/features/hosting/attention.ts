import type { WireAttention } from '@frontrow/contract/hosting/api.ts';
import { interactiveSeatsMax } from '@frontrow/core/events/limits.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { keptSentenceNow } from '../../i18n/kept-sentences.ts';

interface Row {
  requests: number;
  request_from: string | null;
  request_until: Date | null;
  methods: number;
  method_asks: string | null;
  held: string | null;
  failed: string | null;
}

interface MoneyRow {
  kind: 'owed' | 'disputed';
  currency: string;
  minor: number;
}

interface EventRow {
  kind: 'encoder_lost' | 'encoder_missing' | 'waitlist';
  id: string;
  title: string;
  count: number;
}

const plain = (kind: WireAttention['kind'], more: Partial<WireAttention> = {}): WireAttention => ({
  kind,
  count: 1,
  person_name: null,
  until: null,
  money: [],
  event: null,
  detail: null,
  ...more,
});

/** What waits for a host, most urgent first: at most one line of each kind but of those that are about an event. */
export async function readAttention(sql: Sql, hostId: number): Promise<WireAttention[]> {
  const row = (await readRow(sql, hostId))!;
  const money = await readMoney(sql, hostId);
  const disputes = await countDisputes(sql, hostId);
  const aboutEvents = (await readEvents(sql, hostId)).map(({ kind, id, title, count }) =>
    plain(kind, { count, event: { event_uuid: id, event_title: title } }),
  );
  const owed = money.filter(({ kind, minor }) => kind === 'owed' && minor > 0).map(toMoney);
  const lines: (WireAttention | false)[] = [
    ...aboutEvents.filter(({ kind }) => kind !== 'waitlist'),
    row.requests > 0 &&
      plain('meeting_requests', {
        count: row.requests,
        person_name: row.request_from,
        until: row.request_until?.getTime() ?? null,
      }),
    row.failed !== null && plain('payout_failed', { detail: keptSentenceNow(row.failed) || null }),
    row.held !== null && plain('payout_held', { detail: row.held, money: owed }),
    row.method_asks !== null &&
      plain('payout_information', { detail: keptSentenceNow(row.method_asks) || null, money: owed }),
    row.methods === 0 && owed.length > 0 && plain('payout_method_missing', { money: owed }),
    disputes > 0 &&
      plain('disputes', {
        count: disputes,
        money: money.filter(({ kind, minor }) => kind === 'disputed' && minor > 0).map(toMoney),
      }),
    ...aboutEvents.filter(({ kind }) => kind === 'waitlist'),
  ];
  return lines.filter((line) => line !== false);
}

const toMoney = ({ currency, minor }: MoneyRow): WireAttention['money'][number] => ({
  currency_code: currency,
  amount: toDecimal(minor, currencyOf(currency).digits),
});

/** A payout that failed counts until another one is asked for. */
const readRow = (sql: Sql, hostId: number): Promise<Row | undefined> =>
  sql.one<Row>(
    `SELECT coalesce(asked.count, 0) AS requests, asked.name AS request_from, asked.starts_at AS request_until,
       (SELECT count(*)::int FROM payout_method m WHERE m.host_id = u.id) AS methods,
       (SELECT coalesce(m.requirements[1], '') FROM payout_method m
         WHERE m.host_id = u.id AND m.state IN ('needs_information', 'refused') ORDER BY m.is_default DESC LIMIT 1)
         AS method_asks,
       (SELECT h.reason FROM payout_hold h WHERE h.host_id = u.id) AS held,
       (SELECT coalesce(last.reason, '') FROM (
          SELECT p.status, p.reason FROM payout p WHERE p.host_id = u.id ORDER BY p.created_at DESC, p.id DESC LIMIT 1)
          last WHERE last.status IN ('failed', 'returned')) AS failed
     FROM app_user u LEFT JOIN LATERAL (
       SELECT (count(*) OVER ())::int AS count, shown_name_of(v) AS name, r.starts_at
       FROM private_request r JOIN app_user v ON v.id = r.viewer_id
       WHERE r.host_id = u.id AND r.status = 'pending_confirmation' AND r.starts_at > app_now()
       ORDER BY r.starts_at, r.id LIMIT 1) asked ON true
     WHERE u.id = $1`,
    [hostId],
  );

const readMoney = (sql: Sql, hostId: number): Promise<MoneyRow[]> =>
  sql.query<MoneyRow>(
    `SELECT CASE kind WHEN 'dispute_frozen' THEN 'disputed' ELSE 'owed' END AS kind, currency,
       sum(amount_minor)::bigint AS minor
     FROM host_balance WHERE host_id = $1 AND kind IN ('host_escrow', 'host_payable', 'dispute_frozen')
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [hostId],
  );

async function countDisputes(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM dispute d JOIN payment p ON p.id = d.payment_id
       JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id
     WHERE d.status = 'open' AND e.host_id = $1`,
    [hostId],
  );
  return row?.count ?? 0;
}

/**
 * A live broadcast whose encoder is gone, one that starts soon without a picture, and sold-out events that people wait
 * for and that may get more seats. The host's own camera needs no encoder.
 */
const readEvents = (sql: Sql, hostId: number): Promise<EventRow[]> =>
  sql.query<EventRow>(
    `SELECT CASE WHEN e.state = 1 AND r.ingest_state = 'lost' THEN 'encoder_lost'
         WHEN e.kind = 1 AND e.state = 0 AND e.starts_at < app_now() + interval '15 minutes' THEN 'encoder_missing'
         ELSE 'waitlist' END AS kind,
       e.id, e.title, e.waiting AS count
     FROM event e LEFT JOIN room r ON r.event_id = e.id
     WHERE e.host_id = $1 AND e.state < 2 AND e.private_for IS NULL AND e.cancelled_at IS NULL
       AND ((e.state = 1 AND r.ingest_state = 'lost')
         OR (e.kind = 1 AND e.state = 0 AND e.starts_at < app_now() + interval '15 minutes'
           AND coalesce(r.source, 'encoder') = 'encoder' AND coalesce(r.ingest_state, 'waiting') IN ('waiting', 'lost'))
         OR (e.state = 0 AND e.waiting > 0 AND (e.kind = 1 OR e.capacity < $2)))
     ORDER BY e.starts_at, e.id LIMIT 5`,
    [hostId, interactiveSeatsMax],
  );
