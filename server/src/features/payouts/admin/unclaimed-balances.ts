import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireAdminPayout } from '@frontrow/contract/payouts/api.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { typedAmount } from '@frontrow/core/catalog/selling-terms.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import { pageOf } from '../../../db/cursors.ts';
import { likePatterns } from '../../../db/like-patterns.ts';
import { keptSentenceNow } from '../../../i18n/kept-sentences.ts';
import { knownCurrency, type PayoutPlace, type PayoutsDeps, payoutsPage } from '../payouts-deps.ts';
import { lockPayable, type PayoutRow, payoutView } from '../payouts.ts';

interface HoldInput {
  readonly adminId: number;
  readonly username: string;
  readonly reason: string;
}

/** Where a list by host goes on: after this time, this host and this currency. */
interface HostPlace {
  readonly micros: string;
  readonly hostId: string;
  readonly currency: string;
}

export function hostPlaceOf(cursor: string | undefined): HostPlace {
  const [micros = '99999999999999999', hostId = '0', currency = ''] = cursor?.split('_') ?? [];
  return { micros, hostId, currency };
}

function hostsPage<Placed extends { micros: string; host_id: number; currency?: string }>(
  rows: readonly Placed[],
): { page: Placed[]; next: string | null } {
  const { page, lastBefore: last } = pageOf(rows, payoutsPageSize);
  return { page, next: last ? `${last.micros}_${last.host_id}_${last.currency ?? ''}` : null };
}

/**
 * A deleted host with a balance, or a payout on its way, can still be held: then no one pays it by hand. With
 * neither there is nothing to hold. Needs `u` (user).
 */
const canBeHeld = `(u.erased_at IS NULL
  OR EXISTS (SELECT 1 FROM host_balance b WHERE b.host_id = u.id AND b.kind = 'host_payable' AND b.amount_minor > 0)
  OR EXISTS (SELECT 1 FROM payout w WHERE w.host_id = u.id AND w.status IN ('requested', 'sent')))`;

async function hostOf(tx: Tx, username: string): Promise<number> {
  const host = await tx.one<{ id: number }>('SELECT id FROM app_user WHERE username_skeleton = $1 AND role = 1', [
    usernameSkeleton(username.replace(/^@/, '')),
  ]);
  if (!host) throw refuse('payout_host_not_found', {}, { field: 'username' });
  return host.id;
}

/**
 * Payouts of this host wait from now on. One that a bank may know already continues. Held again, the reason changes.
 * Throws `payout_host_not_found` and, where a deleted host has nothing left to hold, `payouts_host_deleted`.
 */
export async function holdPayouts({ accounts, db }: PayoutsDeps, input: HoldInput): Promise<void> {
  const reason = readRefusalReason(input.reason);
  await db.tx(async (tx) => {
    const hostId = await hostOf(tx, input.username);
    const host = await tx.one<{ can_be_held: boolean }>(
      `SELECT ${canBeHeld} AS can_be_held FROM app_user u WHERE u.id = $1`,
      [hostId],
    );
    if (!host?.can_be_held) throw refuse('payouts_host_deleted', {}, { field: 'username' });
    await tx.query(
      `INSERT INTO payout_hold (host_id, reason, held_by) VALUES ($1, $2, $3)
       ON CONFLICT (host_id) DO UPDATE SET reason = $2, held_by = $3, held_at = app_now()`,
      [hostId, reason, input.adminId],
    );
    await accounts.recordAudit(tx, {
      actorId: input.adminId,
      action: 'payouts_held',
      subjectId: hostId,
      details: { reason },
    });
  });
}

/** What waited is sent by the next run of the job. */
export async function releasePayouts({ accounts, db }: PayoutsDeps, input: HoldInput): Promise<void> {
  const reason = readRefusalReason(input.reason);
  await db.tx(async (tx) => {
    const hostId = await hostOf(tx, input.username);
    const held = await tx.one('DELETE FROM payout_hold WHERE host_id = $1 RETURNING host_id', [hostId]);
    if (!held) throw refuse('payouts_not_held');
    await accounts.recordAudit(tx, {
      actorId: input.adminId,
      action: 'payouts_released',
      subjectId: hostId,
      details: { reason },
    });
  });
}

/** Hosts whose payouts are on hold, the latest first, after `place`. */
export async function listHolds(sql: Sql, place: HostPlace): Promise<AnswerOf<'GET /admin/payouts/holds'>> {
  const rows = await sql.query<{
    host_id: number;
    micros: string;
    username: string;
    host_name: string;
    reason: string;
    held_at: Date;
  }>(
    `SELECT h.host_id, (extract(epoch FROM h.held_at) * 1000000)::bigint::text AS micros,
       u.username, shown_name_of(u) AS host_name, h.reason, h.held_at
     FROM payout_hold h JOIN app_user u ON u.id = h.host_id
     WHERE (-(extract(epoch FROM h.held_at) * 1000000)::bigint, h.host_id) > (-$1::bigint, $2::bigint)
     ORDER BY h.held_at DESC, h.host_id LIMIT $3`,
    [place.micros, place.hostId, payoutsPageSize + 1],
  );
  const { page, next } = hostsPage(rows);
  const holds = page.map((row) => ({
    host_username: row.username,
    host_name: row.host_name,
    reason: row.reason,
    held_at: row.held_at.getTime(),
  }));
  return { holds, next_cursor: next };
}

/** Whether a suspended host has weekly payouts in this currency. Needs `u` (user). */
const isPaidWeekly = (currency: string): string => `EXISTS (SELECT 1 FROM payout_setting w
  WHERE w.host_id = u.id AND u.erased_at IS NULL AND w.currency = ${currency} AND w.automatic)`;

/**
 * Money of hosts who can request no payout: their account was deleted and a payout came back afterwards, the latest
 * first, or they are suspended and have no weekly payouts. After `place`.
 */
export async function listUnclaimedBalances(sql: Sql, place: HostPlace): Promise<AnswerOf<'GET /admin/payouts/left'>> {
  const rows = await sql.query<{
    host_id: number;
    micros: string;
    username: string;
    amount_minor: number;
    currency: string;
    reason: string | null;
    ended_at: Date | null;
    suspended: boolean;
    held: string | null;
  }>(
    `SELECT u.id AS host_id, coalesce(back.micros, 0)::text AS micros, u.username, u.suspended_at IS NOT NULL AS suspended, h.reason AS held, b.amount_minor, b.currency,
       back.reason, back.ended_at
     FROM host_balance b JOIN app_user u ON u.id = b.host_id AND (u.erased_at IS NOT NULL OR u.suspended_at IS NOT NULL)
       LEFT JOIN payout_hold h ON h.host_id = u.id
       LEFT JOIN LATERAL (
         SELECT p.reason, p.ended_at, (extract(epoch FROM p.ended_at) * 1000000)::bigint AS micros FROM payout p
         WHERE p.host_id = u.id AND u.erased_at IS NOT NULL AND p.currency = b.currency AND p.status IN ('failed', 'returned')
         ORDER BY p.ended_at DESC LIMIT 1) back ON true
     WHERE b.kind = 'host_payable' AND b.amount_minor > 0 AND NOT ${isPaidWeekly('b.currency')}
       AND (-coalesce(back.micros, 0), u.id, b.currency) > (-$1::bigint, $2::bigint, $3)
     ORDER BY coalesce(back.micros, 0) DESC, u.id, b.currency LIMIT $4`,
    [place.micros, place.hostId, place.currency, payoutsPageSize + 1],
  );
  const { page, next } = hostsPage(rows);
  const left = page.map((row) => ({
    host_username: row.username,
    amount: toDecimal(row.amount_minor, currencyOf(row.currency).digits),
    currency_code: row.currency,
    reason: row.reason === null ? null : keptSentenceNow(row.reason),
    returned_at: row.ended_at?.getTime() ?? null,
    suspended: row.suspended,
    held: row.held,
  }));
  return { left, next_cursor: next };
}

interface UnclaimedPayment {
  /** The same for every attempt to record one payment. Undefined without `Idempotency-Key`: then it is all there is. */
  readonly attempt: string | undefined;
  readonly adminId: number;
  readonly username: string;
  readonly currencyCode: string;
  readonly amount: number;
  readonly reference: string;
}

/**
 * A person has paid it by hand: it leaves the books, with its reference in the audit log. It may be less than there is:
 * a suspended host's balance keeps growing. Throws `payout_host_not_found`, `left_money_held`, `left_money_weekly`
 * and `left_money_changed`.
 */
export async function markUnclaimedBalancePaid(
  { accounts, db, ids }: Pick<PayoutsDeps, 'accounts' | 'db' | 'ids'>,
  paid: UnclaimedPayment,
): Promise<void> {
  const reference = readRefusalReason(paid.reference);
  const currency = knownCurrency(paid.currencyCode);
  await db.tx(async (tx) => {
    const host = await tx.one<{ id: number; weekly: boolean; held: string | null }>(
      `SELECT u.id, ${isPaidWeekly('$2')} AS weekly, (SELECT h.reason FROM payout_hold h WHERE h.host_id = u.id) AS held
       FROM app_user u WHERE u.username = $1 AND (u.erased_at IS NOT NULL OR u.suspended_at IS NOT NULL)`,
      [paid.username.replace(/^@/, ''), currency.code],
    );
    if (!host) throw refuse('payout_host_not_found', {}, { field: 'host_username' });
    const there = await lockPayable(tx, host.id, currency.code);
    const source = `payout_otherwise:${paid.attempt ?? ids.uuid()}`;
    if (await tx.one('SELECT 1 FROM ledger_tx WHERE source_key = $1', [source])) return;
    if (host.held !== null) throw refuse('left_money_held', { reason: host.held });
    if (host.weekly) throw refuse('left_money_weekly');
    const amount = typedAmount(paid.amount, currency, 'amount');
    if (amount > there || (paid.attempt === undefined && amount < there)) throw refuse('left_money_changed');
    await tx.query("SELECT ledger_post('payout_otherwise', $1, NULL, $2, $3)", [
      source,
      currency.code,
      JSON.stringify([
        ['host_payable', String(host.id), amount],
        ['bank', '', -amount],
      ]),
    ]);
    await accounts.recordAudit(tx, {
      actorId: paid.adminId,
      action: 'left_money_paid',
      subjectId: host.id,
      details: { amount: String(paid.amount), currency: currency.code, reference },
    });
  });
}

interface Row extends PayoutRow {
  micros: string;
  attempts: number;
  username: string;
  host_name: string;
  held: string | null;
  can_be_held: boolean;
  stuck: boolean;
}

/** Payouts of all hosts, newest first, after `place`. */
export async function listAllPayouts(
  sql: Sql,
  { q, state, place }: { q: string | undefined; state: string | undefined; place: PayoutPlace },
): Promise<{ payouts: WireAdminPayout[]; next_cursor: string | null }> {
  const rows = await sql.query<Row>(
    `SELECT p.id, p.status, p.amount_minor, p.currency, p.kind, p.account_shown, p.automatic, p.reason, p.created_at,
       p.sent_at, p.paid_at, p.ended_at, p.attempts, u.username, shown_name_of(u) AS host_name, h.reason AS held,
       ${canBeHeld} AS can_be_held,
       EXISTS (SELECT 1 FROM stuck_payout s WHERE s.id = p.id) AS stuck,
       (extract(epoch FROM p.created_at) * 1000000)::bigint::text AS micros
     FROM payout p JOIN app_user u ON u.id = p.host_id LEFT JOIN payout_hold h ON h.host_id = p.host_id
     WHERE (p.created_at, p.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
       AND ($3::payout_status IS NULL OR p.status = $3)
       AND ($6::boolean IS NOT TRUE OR p.id IN (SELECT id FROM stuck_payout))
       AND ($4::text[] IS NULL OR u.username ILIKE ANY ($4) OR u.email_norm ILIKE ANY ($4))
     ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
    [
      place.micros,
      place.id,
      state === 'stuck' ? null : (state ?? null),
      likePatterns(q),
      payoutsPageSize + 1,
      state === 'stuck',
    ],
  );
  const { page, next } = payoutsPage(rows);
  const payouts = page.map((row) => ({
    ...payoutView(row),
    host_username: row.username,
    host_name: row.host_name,
    held: row.held,
    can_be_held: row.can_be_held,
    attempts: row.attempts,
    stuck: row.stuck,
  }));
  return { payouts, next_cursor: next };
}
