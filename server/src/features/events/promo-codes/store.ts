import type { PromoCode } from '@frontrow/core/events/promo-code.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';

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

/** Ends a code; false where it has ended already or is another event's. The caller holds the event. */
export async function endPromoCode(sql: Sql, eventUuid: string, promoId: number): Promise<boolean> {
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
