import type { WireOrderDetail, WireOrderStep } from '@frontrow/contract/backoffice/order-api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { placeOf } from './cursor.ts';
import { listAdminOrders } from './orders.ts';
import { listAdminRefunds } from './refunds.ts';

interface Row {
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  currency: string;
  buyer_id: number;
  buyer_name: string;
  is_guest: boolean;
  buyer_orders: number;
  host_username: string;
  payment_ref: string | null;
  pass_purchase_id: string | null;
}

/** An order with everything that happened to it. Throws `order_not_found`. */
export async function readOrder(sql: Sql, orderId: string): Promise<WireOrderDetail> {
  const row = await sql.one<Row>(
    `SELECT o.price_minor, o.discount_minor, o.fee_minor, o.currency, o.buyer_id, shown_name_of(u) AS buyer_name,
       u.guest_email_norm IS NOT NULL AS is_guest,
       (SELECT count(*)::int FROM orders other WHERE other.buyer_id = o.buyer_id) AS buyer_orders,
       h.username AS host_username,
       o.pass_purchase_id,
       (SELECT coalesce(w.provider_ref, p.provider_ref, p.capture_ref) FROM payment p
          LEFT JOIN pass_payment w ON w.id = p.pass_payment_id WHERE p.order_id = o.id
        ORDER BY (p.status = 'succeeded') DESC, p.created_at DESC LIMIT 1) AS payment_ref
     FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
       JOIN app_user h ON h.id = e.host_id
     WHERE o.id = $1`,
    [orderId],
  );
  const found = row && (await listAdminOrders(sql, { q: orderId, state: undefined, cursor: undefined }));
  const order = found?.orders[0];
  if (!row || !order) throw refuse('order_not_found');
  const { refunds } = await listAdminRefunds(sql, { state: undefined, place: placeOf(undefined), orderId });
  const { digits } = currencyOf(row.currency);
  return {
    order,
    price: toDecimal(row.price_minor, digits),
    discount: toDecimal(row.discount_minor, digits),
    fee: toDecimal(row.fee_minor, digits),
    buyer_ide: row.buyer_id,
    buyer_name: row.buyer_name,
    buyer_is_guest: row.is_guest,
    buyer_orders: row.buyer_orders,
    host_username: row.host_username,
    payment_reference: row.payment_ref,
    pass_uuid: row.pass_purchase_id,
    refunds,
    timeline: await timelineOf(sql, orderId, digits),
  };
}

const stepsMax = 200;

interface StepRow {
  at_ms: number;
  kind: WireOrderStep['kind'];
  amount_minor: number | null;
  detail: string | null;
  note: string | null;
  username: string | null;
}

/**
 * Read from the rows that say what happened: order, payments, webhooks, tickets, emails, room, refunds, disputes and
 * the audit log. Webhooks and delivered emails are deleted after ninety days, so an old order lists fewer steps.
 */
async function timelineOf(sql: Sql, orderId: string, digits: number): Promise<WireOrderStep[]> {
  const rows = await sql.query<StepRow>(
    `WITH pay AS (
       SELECT p.*, w.provider_ref AS pass_ref FROM payment p LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
       WHERE p.order_id = $1),
     tickets AS (SELECT * FROM ticket WHERE order_id = $1),
     back AS (SELECT r.* FROM refund r JOIN pay ON pay.id = r.payment_id),
     steps (at, rank, kind, amount_minor, detail, note, username) AS (
       SELECT o.created_at, 0, 'created', o.total_minor, NULL, NULL, u.username
         FROM orders o JOIN app_user u ON u.id = o.buyer_id WHERE o.id = $1
       UNION ALL
       SELECT o.hold_expires_at, 2, 'hold_ended', NULL, NULL, NULL, NULL
         FROM orders o WHERE o.id = $1 AND o.status IN ('expired', 'cancelled') AND o.hold_expires_at <= app_now()
       UNION ALL
       SELECT created_at, 1, 'payment_started', amount_minor, provider, NULL, NULL FROM pay WHERE amount_minor > 0
       UNION ALL
       SELECT coalesce(settled_at, looked_at, created_at), 2, 'payment_failed', amount_minor, provider, failure, NULL
         FROM pay WHERE status IN ('failed', 'canceled')
       UNION ALL
       SELECT settled_at, 2, 'paid', amount_minor, provider, NULL, NULL
         FROM pay WHERE status = 'succeeded' AND settled_at IS NOT NULL AND amount_minor > 0
       UNION ALL
       SELECT v.received_at, 3, 'webhook', NULL, v.type, v.last_error, NULL
         FROM provider_event v JOIN pay ON v.provider = pay.provider AND v.object_ref IN (pay.provider_ref, pay.capture_ref, pay.pass_ref)
       UNION ALL
       SELECT t.created_at, 3, CASE WHEN t.transferred_from IS NULL THEN 'ticket_issued' ELSE 'transferred' END, NULL,
           t.code, NULL, u.username
         FROM tickets t JOIN app_user u ON u.id = t.holder_id
       UNION ALL
       SELECT t.voided_at, 3, 'ticket_voided', NULL, t.code, NULL, NULL
         FROM tickets t WHERE t.voided_at IS NOT NULL AND NOT t.transferred
       UNION ALL
       SELECT f.sent_at, 4, 'ticket_emailed', NULL, NULL, NULL, u.username
         FROM tickets t JOIN outbox f ON f.dedupe_key = 'ticket:' || t.id JOIN app_user u ON u.id = t.holder_id
         WHERE f.sent_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fact_delivery d WHERE d.fact_id = f.id)
       UNION ALL
       SELECT coalesce(d.given_up_at, d.first_failed_at, f.created_at), 4, 'email_failed', NULL, d.handler,
           coalesce(d.recipient || ': ', '') || d.last_error, NULL
         FROM tickets t JOIN outbox f ON f.dedupe_key = 'ticket:' || t.id JOIN fact_delivery d ON d.fact_id = f.id
         WHERE d.last_error IS NOT NULL
       UNION ALL
       SELECT m.joined_at, 5, 'joined', NULL, NULL, NULL, u.username
         FROM tickets t JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id
           JOIN app_user u ON u.id = t.holder_id
         WHERE m.joined_at IS NOT NULL
       UNION ALL
       SELECT created_at, 6, 'refund_requested', amount_minor, reason, NULL, NULL FROM back
       UNION ALL
       SELECT f.at, 7, 'refund_failed', back.amount_minor, f.why, NULL, NULL
         FROM refund_failure f JOIN back ON back.id = f.refund_id
       UNION ALL
       SELECT x.created_at, 7, 'refunded', e.amount_minor, NULL, NULL, NULL
         FROM ledger_tx x JOIN ledger_entry e ON e.tx_id = x.id JOIN ledger_account a ON a.id = e.account_id
         WHERE a.kind = 'refund_clearing' AND x.source_key IN (
           SELECT 'refund:' || back.id || CASE WHEN n > 0 THEN ':' || n ELSE '' END
           FROM back, generate_series(0, back.taken_back) n)
       UNION ALL
       SELECT d.opened_at, 6, 'dispute_opened', d.amount_minor, d.reason, d.provider_ref, NULL
         FROM dispute d JOIN pay ON pay.id = d.payment_id
       UNION ALL
       SELECT d.closed_at, 7, 'dispute_' || d.status, d.amount_minor, d.reason, d.provider_ref, NULL
         FROM dispute d JOIN pay ON pay.id = d.payment_id WHERE d.closed_at IS NOT NULL AND d.status <> 'open'
       UNION ALL
       SELECT l.at, 5, 'admin_action', NULL, l.action, coalesce(l.details ->> 'reason', l.details ->> 'reference'), u.username
         FROM audit_log l LEFT JOIN app_user u ON u.id = l.actor_id
         WHERE l.subject_id = (SELECT buyer_id FROM orders WHERE id = $1) AND l.details ->> 'order_uuid' = $1::text
     )
     SELECT (extract(epoch FROM at) * 1000)::bigint AS at_ms, kind, amount_minor::bigint AS amount_minor, detail, note,
       username
     FROM steps WHERE at IS NOT NULL ORDER BY at DESC, rank DESC, kind LIMIT $2`,
    [orderId, stepsMax],
  );
  return rows.map((row) => ({
    at: row.at_ms,
    kind: row.kind,
    amount: row.amount_minor === null ? null : toDecimal(row.amount_minor, digits),
    detail: row.detail,
    note: row.note,
    username: row.username,
  }));
}
