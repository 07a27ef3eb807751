import { eventStateCode } from '@frontrow/core/events/live-event-machine.ts';
import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { type PromoCode, promoCodesMax, readPromoCode, type TypedPromoCode } from '@frontrow/core/events/promo-code.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../db/db.ts';
import { type EventRecord, lockPublished } from './records.ts';

const dateOf = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));

/** `field`: where a code that the event has already is to be told. Throws `promo_code_taken`. */
export async function insertPromoCode(sql: Sql, eventUuid: string, promo: PromoCode, field: string): Promise<void> {
  const added = await sql.query<{ id: number }>(
    `INSERT INTO promo_code (event_id, code, percent, cap, valid_from, valid_until) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (event_id, upper(code)) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    [eventUuid, promo.code, promo.percent, promo.cap ?? null, dateOf(promo.from), dateOf(promo.until)],
  );
  if (added.length === 0) throw refuse('promo_code_taken', {}, { field });
}

/** Whether a code is open with these very terms, and not used up. */
const hasPromoCode = async (sql: Sql, eventUuid: string, promo: PromoCode): Promise<boolean> =>
  (await sql.one(
    `SELECT 1 FROM promo_code c
     WHERE c.event_id = $1 AND upper(c.code) = upper($2) AND c.ended_at IS NULL AND c.percent = $3
       AND c.cap IS NOT DISTINCT FROM $4 AND c.valid_from IS NOT DISTINCT FROM $5
       AND c.valid_until IS NOT DISTINCT FROM $6
       AND (c.cap IS NULL OR c.cap > (
         SELECT count(*) FROM orders o WHERE o.promo_id = c.id AND o.status IN ('pending', 'paid')))`,
    [eventUuid, promo.code, promo.percent, promo.cap ?? null, dateOf(promo.from), dateOf(promo.until)],
  )) !== undefined;

/** Ends a code; false if it has ended already or is another event's. The caller holds the event. */
async function endPromoCode(sql: Sql, eventUuid: string, promoId: number): Promise<boolean> {
  const ended = await sql.query<{ id: number }>(
    'UPDATE promo_code SET ended_at = app_now() WHERE id = $1 AND event_id = $2 AND ended_at IS NULL RETURNING id',
    [promoId, eventUuid],
  );
  return ended.length > 0;
}

/**
 * Makes the first open code of an event what its form says: the same code gets other terms, another one takes its
 * place, and none ends it. The caller holds the event.
 */
export async function changeFirstPromoCode(sql: Sql, eventUuid: string, promo: PromoCode | undefined): Promise<void> {
  const first = await sql.one<{ id: number; code: string }>(
    'SELECT id, code FROM promo_code WHERE event_id = $1 AND ended_at IS NULL ORDER BY id LIMIT 1',
    [eventUuid],
  );
  if (first && promo?.code === first.code.toUpperCase())
    await sql.query('UPDATE promo_code SET percent = $2, cap = $3, valid_from = $4, valid_until = $5 WHERE id = $1', [
      first.id,
      promo.percent,
      promo.cap ?? null,
      dateOf(promo.from),
      dateOf(promo.until),
    ]);
  else {
    if (first) await endPromoCode(sql, eventUuid, first.id);
    if (promo) await insertPromoCode(sql, eventUuid, promo, 'event_promotional_code');
  }
}

interface Row {
  id: number;
  code: string;
  percent: number;
  cap: number | null;
  valid_from: Date | null;
  valid_until: Date | null;
  ended: boolean;
  uses: number;
  now: Date;
}

const listedMax = 200;

/** Codes of an event, those that have not ended first, then the newest. */
export async function listPromoCodes(sql: Sql, eventUuid: string): Promise<AnswerOf<'GET /events/:id/promo_codes'>> {
  const rows = await sql.query<Row>(
    `SELECT c.id, c.code, c.percent, c.cap, c.valid_from, c.valid_until, c.ended_at IS NOT NULL AS ended,
       (SELECT count(*)::int FROM orders o WHERE o.promo_id = c.id AND o.status IN ('pending', 'paid')) AS uses,
       app_now() AS now
     FROM promo_code c WHERE c.event_id = $1 ORDER BY c.ended_at IS NOT NULL, c.id DESC LIMIT $2`,
    [eventUuid, listedMax],
  );
  return {
    promo_codes: rows.map((row) => ({
      promo_id: row.id,
      promo_code: row.code,
      promo_percent: row.percent,
      promo_cap: row.cap,
      promo_from: row.valid_from?.getTime() ?? null,
      promo_until: row.valid_until?.getTime() ?? null,
      promo_uses: row.uses,
      promo_uses_left: row.cap === null ? null : Math.max(0, row.cap - row.uses),
      promo_state: stateOf(row),
    })),
  };
}

function stateOf({ ended, now, valid_from: from, valid_until: until, cap, uses }: Row) {
  if (ended) return 'ended';
  if (from && now < from) return 'not_yet';
  if (until && now >= until) return 'expired';
  return cap !== null && uses >= cap ? 'used_up' : 'open';
}

export interface PromoDeps {
  readonly db: Db;
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

type Codes = AnswerOf<'GET /events/:id/promo_codes'>;

const fieldOnWire: Readonly<Record<keyof TypedPromoCode, string>> = {
  promoCode: 'code',
  promoPercent: 'percent',
  promoCap: 'cap',
  promoFrom: 'from',
  promoUntil: 'until',
};

/**
 * Gives an event another code. Refuses one that the event has already with other terms, and a code where nothing has a
 * price. With the same terms it is a host who presses again because the answer was lost.
 */
export function addPromoCode(deps: PromoDeps, host: Account, body: BodyOf<'POST /events/promo_codes/add'>) {
  return changing(deps, host, body.event_uuid, async (tx, event) => {
    if (event.priceMinor === 0) throw refuse('promo_without_price');
    const problems: Refusal[] = [];
    const promo = readPromoCode(
      {
        promoCode: body.code,
        promoPercent: body.percent,
        promoCap: body.cap ?? undefined,
        promoFrom: body.from ?? undefined,
        promoUntil: body.until ?? undefined,
      },
      { startsAt: event.startsAt, endsAfter: event.now },
      (field, code) => void problems.push(refuse(code, {}, { field: fieldOnWire[field] })),
    );
    const [first, ...more] = problems;
    if (first) throw new Refusals([first, ...more]);
    if (await hasPromoCode(tx, event.id, promo)) return;
    const open = await tx.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM promo_code WHERE event_id = $1 AND ended_at IS NULL',
      [event.id],
    );
    if ((open?.count ?? 0) >= promoCodesMax) throw refuse('promo_codes_used_up', { maximum: promoCodesMax });
    await insertPromoCode(tx, event.id, promo, 'code');
  });
}

/** Ends a code for anyone who comes next. Ending it twice changes nothing. */
export function endCode(deps: PromoDeps, host: Account, body: BodyOf<'POST /events/promo_codes/end'>) {
  return changing(deps, host, body.event_uuid, async (tx, event) => {
    if (await endPromoCode(tx, event.id, body.promo_id)) return;
    const known = await tx.one('SELECT 1 FROM promo_code WHERE id = $1 AND event_id = $2', [body.promo_id, event.id]);
    if (!known) throw refuse('promo_code_not_found');
  });
}

async function changing(
  { db, touch }: PromoDeps,
  host: Account,
  eventUuid: string,
  change: (tx: Sql, event: EventRecord) => Promise<void>,
): Promise<Codes> {
  return db.tx(async (tx) => {
    const event = await lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    if (event.cancelledAt !== undefined) throw refuse('event_cancelled');
    if (event.state === eventStateCode.finished) throw refuse('event_over');
    await change(tx, event);
    // The page says whether there is a code to type.
    await touch(tx, eventUuid);
    return listPromoCodes(tx, eventUuid);
  });
}
