import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { domainToUnicode } from 'node:url';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireAdminRefund } from '@frontrow/contract/backoffice/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { pageRows, placedPage, type Place } from './cursor.ts';
import { seenText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundReferenceCharsMax } from '@frontrow/core/ticketing/limits.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';

interface Row extends Place {
  status: WireAdminRefund['refund_status'];
  reason: string;
  amount_minor: number;
  price_minor: number;
  fee_minor: number;
  given_up: boolean;
  paid_otherwise: string | null;
  currency: string;
  created_ms: number;
  attempts: number;
  provider: string;
  order_id: string;
  email: string | null;
  username: string;
  event_id: string;
  title: EventTitle;
}

/** Newest first, after `place`. */
export async function listAdminRefunds(
  sql: Sql,
  { state, place, orderId }: { state: string | undefined; place: Place; orderId?: string },
): Promise<{ refunds: WireAdminRefund[]; next: string | null }> {
  const rows = await sql.query<Row>(
    `SELECT r.id, (extract(epoch FROM r.created_at) * 1000000)::bigint::text AS micros, r.status, r.reason,
      r.amount_minor, r.price_minor, r.fee_minor, r.paid_otherwise, p.currency,
            r.next_at = 'infinity' AND r.status IN ('requested', 'pending') AS given_up,
            (extract(epoch FROM r.created_at) * 1000)::bigint AS created_ms, r.attempts, p.provider, o.id AS order_id,
            coalesce(o.email_norm, u.email_norm, u.guest_email_norm) AS email, u.username, coalesce(e.replay_of, e.id) AS event_id, title_of(e) AS title
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
       JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE (r.created_at, r.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
       AND ($3::refund_status IS NULL OR r.status = $3)
       AND ($4::boolean IS NOT TRUE OR r.next_at = 'infinity' AND r.status IN ('requested', 'pending'))
       AND ($6::uuid IS NULL OR o.id = $6)
     ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
    [
      place.micros,
      place.id,
      state === 'given_up' ? null : (state ?? null),
      state === 'given_up',
      pageRows + 1,
      orderId ?? null,
    ],
  );
  const { page, next } = placedPage(rows);
  return { refunds: page.map(viewOf), next };
}

function viewOf(row: Row): WireAdminRefund {
  const currency = currencyOf(row.currency);
  return {
    refund_uuid: row.id,
    refund_status: row.status,
    refund_reason: row.reason,
    refund_amount: toDecimal(row.amount_minor, currency.digits),
    refund_price: toDecimal(row.price_minor, currency.digits),
    refund_fee: toDecimal(row.fee_minor, currency.digits),
    refund_given_up: row.given_up,
    refund_paid_otherwise: row.paid_otherwise,
    currency: currencyToWire(currency),
    refund_created: row.created_ms,
    refund_attempts: row.attempts,
    payment_provider: row.provider,
    order_uuid: row.order_id,
    buyer_email: row.email && readableEmail(row.email, domainToUnicode),
    buyer_username: row.username,
    event_uuid: row.event_id,
    ...titleToWire(row.title),
  };
}

interface RefundAction {
  readonly adminId: number;
  readonly refundId: string;
}

/** Has a refund that was given up asked for once more. */
export async function retryRefund(deps: BackofficeDeps, asked: RefundAction): Promise<void> {
  await deps.db.tx((tx) =>
    act(tx, deps, asked, 'refund_retried', {}, () => deps.ticketing.retryRefund(tx, asked.refundId)),
  );
}

/** Writes down that a refund that was given up was paid in another way. */
export async function markRefundPaidManually(
  deps: BackofficeDeps,
  { reference: typed, ...asked }: RefundAction & { readonly reference: string },
): Promise<void> {
  const reference = seenText(typed);
  if (reference === '') throw refuse('field_required', { label: 'Reference' }, { field: 'reference' });
  if ([...reference].length > refundReferenceCharsMax)
    throw refuse('reason_too_long', { maximum: refundReferenceCharsMax }, { field: 'reference' });
  await deps.db.tx((tx) =>
    act(tx, deps, asked, 'refund_paid_otherwise', { reference }, () =>
      deps.ticketing.markRefundPaidManually(tx, asked.refundId, reference),
    ),
  );
}

async function act(
  tx: Tx,
  { accounts }: BackofficeDeps,
  { adminId, refundId }: RefundAction,
  action: 'refund_retried' | 'refund_paid_otherwise',
  more: Readonly<Record<string, string>>,
  work: () => Promise<boolean>,
): Promise<void> {
  const refund = await tx.one<{ order_id: string; buyer_id: number }>(
    `SELECT o.id AS order_id, o.buyer_id FROM refund r JOIN payment p ON p.id = r.payment_id
       JOIN orders o ON o.id = p.order_id WHERE r.id = $1`,
    [refundId],
  );
  if (!refund) throw refuse('refund_not_found');
  if (!(await work())) throw refuse('refund_not_given_up');
  await accounts.recordAudit(tx, {
    actorId: adminId,
    action,
    subjectId: refund.buyer_id,
    details: { order_uuid: refund.order_id, ...more },
  });
}
