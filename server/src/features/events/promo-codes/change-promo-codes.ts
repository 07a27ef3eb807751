import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { eventStateCode } from '@frontrow/core/events/live-event-machine.ts';
import { promoCodesMax, readPromoCode, type TypedPromoCode } from '@frontrow/core/events/promo-code.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../../db/db.ts';
import type { EventRecord } from '../event-record.ts';
import { lockPublished } from '../store.ts';
import { listPromoCodes } from './list-promo-codes.ts';
import { endPromoCode, insertPromoCode } from './store.ts';

export interface PromoUses {
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

/** Gives an event another code. Refuses one that the event has already, and a code where nothing has a price. */
export function addPromoCode(uses: PromoUses, host: Account, body: BodyOf<'POST /events/promo_codes/add'>) {
  return changing(uses, host, body.event_uuid, async (tx, event) => {
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
    const open = await tx.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM promo_code WHERE event_id = $1 AND ended_at IS NULL',
      [event.id],
    );
    if ((open?.count ?? 0) >= promoCodesMax) throw refuse('promo_codes_used_up', { maximum: promoCodesMax });
    await insertPromoCode(tx, event.id, promo, 'code');
  });
}

/** Ends a code for whoever comes next. Ending it twice changes nothing. */
export function endCode(uses: PromoUses, host: Account, body: BodyOf<'POST /events/promo_codes/end'>) {
  return changing(uses, host, body.event_uuid, async (tx, event) => {
    if (await endPromoCode(tx, event.id, body.promo_id)) return;
    const known = await tx.one('SELECT 1 FROM promo_code WHERE id = $1 AND event_id = $2', [body.promo_id, event.id]);
    if (!known) throw refuse('promo_code_not_found');
  });
}

async function changing(
  { db, touch }: PromoUses,
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
