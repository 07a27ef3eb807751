import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Sql } from '../../../db/db.ts';

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
