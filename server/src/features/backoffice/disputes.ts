import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { domainToUnicode } from 'node:url';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireAdminDispute } from '@frontrow/contract/backoffice/api.ts';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Kit } from '../../kit.ts';
import { pageRows, placedPage, type Place } from './cursor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';

interface Row extends Place {
  status: WireAdminDispute['dispute_state'];
  amount_minor: number;
  price_minor: number;
  costs_minor: number;
  reason: string;
  provider: string;
  provider_ref: string;
  due_ms: number | null;
  opened_ms: number;
  closed_ms: number | null;
  currency: string;
  order_id: string;
  order_status: WireAdminDispute['order_status'];
  email: string | null;
  username: string;
  host_username: string;
  event_id: string;
  title: EventTitle;
}

/** Newest first, after `place`; open ones by the day on which their evidence is due, the earliest first. */
export async function listAdminDisputes(
  { db, paymentSandbox }: Pick<Kit, 'db' | 'paymentSandbox'>,
  { state, place }: { state: string | undefined; place: Place },
): Promise<{ disputes: WireAdminDispute[]; next: string | null }> {
  const rows = await db.query<Row>(
    `WITH d AS (
       SELECT *, CASE WHEN $3::dispute_status = 'open'
         THEN 99999999999999999 - (extract(epoch FROM coalesce(evidence_due_at, opened_at)) * 1000000)::bigint
         ELSE (extract(epoch FROM opened_at) * 1000000)::bigint END AS place
       FROM dispute WHERE $3::dispute_status IS NULL OR status = $3)
     SELECT d.id, d.place::text AS micros, d.status, d.amount_minor,
       d.price_minor, d.costs_minor, d.reason, d.provider, d.provider_ref,
       (extract(epoch FROM d.evidence_due_at) * 1000)::bigint AS due_ms,
       (extract(epoch FROM d.opened_at) * 1000)::bigint AS opened_ms,
       (extract(epoch FROM d.closed_at) * 1000)::bigint AS closed_ms,
       p.currency, o.id AS order_id, o.status AS order_status,
       coalesce(o.email_norm, u.email_norm, u.guest_email_norm) AS email, u.username, h.username AS host_username,
       coalesce(e.replay_of, e.id) AS event_id, title_of(e) AS title
     FROM d JOIN payment p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
       JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id JOIN app_user h ON h.id = e.host_id
     WHERE (d.place, d.id) < ($1::bigint, $2::uuid)
     ORDER BY d.place DESC, d.id DESC LIMIT $4`,
    [place.micros, place.id, state ?? null, pageRows + 1],
  );
  const sandbox = paymentSandbox !== undefined;
  const { page, next } = placedPage(rows);
  return { disputes: page.map((row) => viewOf(row, sandbox)), next };
}

function viewOf(row: Row, sandbox: boolean): WireAdminDispute {
  const currency = currencyOf(row.currency);
  return {
    dispute_uuid: row.id,
    dispute_state: row.status,
    dispute_amount: toDecimal(row.amount_minor, currency.digits),
    dispute_host_part: toDecimal(row.price_minor, currency.digits),
    dispute_costs: toDecimal(row.costs_minor, currency.digits),
    dispute_reason: row.reason,
    dispute_evidence_due: row.due_ms,
    dispute_opened: row.opened_ms,
    dispute_closed: row.closed_ms,
    dispute_reference: row.provider_ref,
    dispute_sandbox: sandbox && row.provider.startsWith('sandbox_'),
    currency: currencyToWire(currency),
    payment_provider: row.provider,
    order_uuid: row.order_id,
    order_status: row.order_status,
    buyer_email: row.email && readableEmail(row.email, domainToUnicode),
    buyer_username: row.username,
    host_username: row.host_username,
    event_uuid: row.event_id,
    ...titleToWire(row.title),
  };
}

/** Tells the sandbox how its bank decides; its webhook brings the decision here like any other. */
export async function decideDispute(
  { accounts, db, paymentSandbox }: BackofficeDeps,
  { adminId, disputeId, decision }: { adminId: number; disputeId: string; decision: 'won' | 'lost' },
): Promise<void> {
  const dispute = await db.one<{ provider_ref: string; order_id: string; buyer_id: number }>(
    `SELECT d.provider_ref, o.id AS order_id, o.buyer_id FROM dispute d JOIN payment p ON p.id = d.payment_id
       JOIN orders o ON o.id = p.order_id
     WHERE d.id = $1 AND d.status = 'open'`,
    [disputeId],
  );
  if (!dispute) throw refuse('dispute_not_found');
  await db.tx(async (tx) => {
    if (!(await paymentSandbox?.decideDispute(tx, dispute.provider_ref.split('#', 1)[0] ?? '', decision)))
      throw refuse('dispute_not_found');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'sandbox_dispute_decided',
      subjectId: dispute.buyer_id,
      details: { order_uuid: dispute.order_id, decision },
    });
  });
}
