import type { AnswerOf } from '@frontrow/contract/api.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../../db/time-cursor.ts';
import { kindOf } from './door-entries.ts';

type Billed = AnswerOf<'GET /events/:id/billed'>;

interface OrderRow {
  id: string;
  name: string;
  paid_at: Date;
  at: string;
  complimentary: boolean;
  promo_code: string | null;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  total_minor: Minor;
  refunded_minor: Minor;
}

interface CodeRow {
  promo_code: string | null;
  complimentary: boolean;
  tickets: number;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  refunded_price_minor: Minor;
  refunded_fee_minor: Minor;
}

const pageSize = 50;

/** Orders that were paid, newest first, with what went back of them; on the first page the sums by promo code, too. */
export async function billedOrders(
  sql: Sql,
  event: { readonly id: string; readonly currency: string },
  cursor: string | undefined,
): Promise<Billed> {
  const { digits } = currencyOf(event.currency);
  const amount = (minor: Minor): number => toDecimal(minor, digits);
  const after = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<OrderRow>(
    `SELECT o.id, shown_name_of(u) AS name, o.paid_at, o.paid_at::text AS at, o.complimentary, c.code AS promo_code,
       o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
       o.refunded_price_minor + o.refunded_fee_minor AS refunded_minor
     FROM orders o JOIN app_user u ON u.id = o.buyer_id LEFT JOIN promo_code c ON c.id = o.promo_id
     WHERE o.event_id = $1 AND (o.status = 'paid' OR o.status NOT IN ('pending', 'paid')) AND o.paid_at IS NOT NULL
       AND ($2::timestamptz IS NULL OR (o.paid_at, o.id) < ($2, $3::uuid))
     ORDER BY o.paid_at DESC, o.id DESC LIMIT $4`,
    [event.id, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  const codes = after ? [] : await sumsByCode(sql, event.id);
  return {
    currency_code: event.currency,
    codes: codes.map((row) => ({
      promo_code: row.promo_code,
      complimentary: row.complimentary,
      tickets: row.tickets,
      price: amount(row.price_minor),
      discount: amount(row.discount_minor),
      fee: amount(row.fee_minor),
      total: amount(row.price_minor - row.discount_minor + row.fee_minor),
      refunded: amount(row.refunded_price_minor + row.refunded_fee_minor),
      net: amount(row.price_minor - row.discount_minor - row.refunded_price_minor),
    })),
    orders: rows.slice(0, pageSize).map((row) => ({
      order_uuid: row.id,
      name: row.name,
      paid_at: row.paid_at.getTime(),
      ticket_kind: kindOf({
        complimentary: row.complimentary,
        promoCode: row.promo_code,
        costless: row.price_minor === 0,
      }),
      promo_code: row.promo_code,
      price: amount(row.price_minor),
      discount: amount(row.discount_minor),
      fee: amount(row.fee_minor),
      total: amount(row.total_minor),
      refunded: amount(row.refunded_minor),
    })),
    next_cursor: nextCursor(rows, pageSize, (row) => ({ at: row.at, id: row.id })),
  };
}

const sumsByCode = (sql: Sql, eventUuid: string): Promise<CodeRow[]> =>
  sql.query<CodeRow>(
    `SELECT c.code AS promo_code, sold.*
     FROM (
       SELECT o.promo_id, o.complimentary, count(*)::int AS tickets, sum(o.price_minor)::bigint AS price_minor,
         sum(o.discount_minor)::bigint AS discount_minor, sum(o.fee_minor)::bigint AS fee_minor,
         sum(o.refunded_price_minor)::bigint AS refunded_price_minor,
         sum(o.refunded_fee_minor)::bigint AS refunded_fee_minor
       FROM orders o
       WHERE o.event_id = $1 AND (o.status = 'paid' OR o.status NOT IN ('pending', 'paid')) AND o.paid_at IS NOT NULL
       GROUP BY o.promo_id, o.complimentary) sold
     LEFT JOIN promo_code c ON c.id = sold.promo_id
     ORDER BY sold.complimentary, c.id NULLS FIRST`,
    [eventUuid],
  );
