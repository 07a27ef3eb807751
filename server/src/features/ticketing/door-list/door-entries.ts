import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Sql } from '../../../db/db.ts';

export type DoorEntry = AnswerOf<'GET /events/:id/door_list'>['entries'][number];
export type TicketKind = DoorEntry['ticket_kind'];

interface Row {
  id: string;
  seat: number;
  name: string;
  code: string;
  voided: boolean;
  complimentary: boolean;
  promo_code: string | null;
  costless: boolean;
  holder_of: string | null;
  joined: boolean;
  email: string | null;
}

/**
 * People with a ticket as their host may see them: by the name they are shown by in the room, never by an address,
 * except the one that the host typed for a complimentary ticket, while that person still holds it. Erased people have
 * none any more.
 */
const select = `SELECT t.id, t.seat, shown_name_of(u) AS name, t.code, t.voided_at IS NOT NULL AS voided,
    o.complimentary, c.code AS promo_code, o.price_minor = 0 AS costless,
    k.holder_of,
    coalesce(m.joined_at IS NOT NULL, false) AS joined,
    CASE WHEN t.holder_id = o.buyer_id AND u.erased_at IS NULL THEN g.email_norm END AS email
  FROM (
      SELECT its.* FROM ticket its WHERE its.event_id = $1 AND its.voided_at IS NULL
      UNION ALL
      SELECT its.* FROM orders ended JOIN ticket its ON its.order_id = ended.id AND its.voided_at IS NOT NULL
      WHERE ended.event_id = $1 AND ended.status NOT IN ('pending', 'paid') AND NOT its.transferred) t
    JOIN orders o ON o.id = t.order_id JOIN app_user u ON u.id = t.holder_id
    LEFT JOIN promo_code c ON c.id = o.promo_id
    LEFT JOIN token_claim k ON k.ticket_id = t.id
    LEFT JOIN complimentary_guest g ON g.order_id = o.id
    LEFT JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id
  WHERE t.event_id = $1`;

/** By seat, behind one. */
export async function doorEntries(sql: Sql, eventUuid: string, afterSeat: number, max: number): Promise<DoorEntry[]> {
  const rows = await sql.query<Row>(`${select} AND t.seat > $2 ORDER BY t.seat LIMIT $3`, [eventUuid, afterSeat, max]);
  return rows.map(entryOf);
}

/** Of complimentary guests alone, the latest first. */
export async function complimentaryEntries(sql: Sql, eventUuid: string, max: number): Promise<DoorEntry[]> {
  const rows = await sql.query<Row>(`${select} AND o.complimentary ORDER BY t.seat DESC LIMIT $2`, [eventUuid, max]);
  return rows.map(entryOf);
}

const entryOf = (row: Row): DoorEntry => ({
  ticket_uuid: row.id,
  ticket_seat: row.seat,
  name: row.name,
  ticket_code: row.code,
  ticket_state: row.voided ? 'void' : 'valid',
  ticket_kind:
    row.holder_of === null
      ? kindOf({ complimentary: row.complimentary, promoCode: row.promo_code, costless: row.costless })
      : 'holder',
  promo_code: row.promo_code,
  holder_of: row.holder_of,
  joined: row.joined,
  email: row.email,
});

export const kindOf = (sold: {
  readonly complimentary: boolean;
  readonly promoCode: string | null;
  readonly costless: boolean;
}): TicketKind =>
  sold.complimentary ? 'complimentary' : sold.promoCode !== null ? 'promo' : sold.costless ? 'free' : 'paid';
