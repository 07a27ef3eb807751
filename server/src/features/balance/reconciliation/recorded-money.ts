import { type BookedMoney, goneByDispute, type Window } from '@frontrow/core/balance/reconcile.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../../db/db.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Kit } from '../../../kit.ts';
import type { CardPayments } from '../../../ports/card-payments.ts';
import { type PayoutKind, payoutKinds, type Payouts } from '../../../ports/payouts.ts';
import type { ProviderBooks, TheirMoney } from '../../../ports/provider-books.ts';
import type { WalletPayments } from '../../../ports/wallet-payments.ts';

export type ReconciliationDeps = Pick<Kit, 'cards' | 'db' | 'ids' | 'log' | 'payoutBanks' | 'wallets'> & {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
};

/** Books of a provider with ours next to them. */
export interface ComparedBooks {
  /** How app admins read of them. */
  readonly name: string;
  readonly theirs: ProviderBooks;
  readonly ours: OurBooks;
  /** Asks for our money by its name, where the books do not have it; undefined if the provider does not know it. */
  readonly find: (our: OurMoney) => Promise<Pick<BookedMoney, 'amountMinor' | 'currency'> | undefined>;
}

type Port = Pick<CardPayments | WalletPayments, 'provider' | 'refundOf' | 'dispute' | 'disputeBooks'>;

const payments = (
  port: Port,
  theirs: ProviderBooks,
  captureOf: (paymentRef: string) => Promise<string | undefined>,
): ComparedBooks => ({
  name: port.provider,
  theirs,
  ours: ourPayments(port.provider),
  find: async (our) => {
    const isThere =
      our.kind === 'refund'
        ? (await port.refundOf(our.ref))?.status === 'succeeded'
        : our.paymentRef !== null && (await captureOf(our.paymentRef)) === our.ref;
    return isThere ? our : undefined;
  },
});

const disputes = (port: Port): ComparedBooks => ({
  name: `${port.provider}_disputes`,
  theirs: port.disputeBooks,
  ours: ourDisputes(port.provider),
  find: async ({ ref }) => {
    const dispute = await port.dispute(ref);
    return (
      dispute && {
        amountMinor: goneByDispute(dispute),
        currency: dispute.currency,
      }
    );
  },
});

const payouts = (kind: PayoutKind, bank: Payouts, theirs: ProviderBooks): ComparedBooks => ({
  name: `${kind}_payouts`,
  theirs,
  ours: ourPayouts(kind),
  find: async ({ amountMinor, currency, paymentRef, payoutId }) => {
    const answer = payoutId === undefined ? undefined : await bank.look(paymentRef ?? '', payoutId);
    const isBack = answer?.status === 'failed' || answer?.status === 'returned';
    return answer && { amountMinor: isBack ? 0 : amountMinor, currency };
  },
});

/** All that is compared: payments and disputes of each configured provider, and payouts of each that keeps books. */
export function comparedBooks({ cards, wallets, payoutBanks }: Pick<Kit, 'cards' | 'payoutBanks' | 'wallets'>) {
  const walletBooks = wallets.books;
  return [
    payments(cards, cards.books, async (ref) => (await cards.intent(ref))?.captureRef),
    ...(walletBooks ? [payments(wallets, walletBooks, async (ref) => (await wallets.order(ref))?.captureRef)] : []),
    disputes(cards),
    ...(walletBooks ? [disputes(wallets)] : []),
    ...payoutKinds.flatMap((kind) => {
      const bank = payoutBanks[kind];
      return bank?.books ? [payouts(kind, bank, bank.books)] : [];
    }),
  ];
}

/** Money that the ledger says a provider took, gave back or paid out. */
export interface OurMoney extends BookedMoney {
  /** Null of a payout. */
  readonly paymentId: string | null;
  /** The provider's name for the payment or the payout. */
  readonly paymentRef: string | null;
  /** Of a payout. */
  readonly payoutId?: string;
}

/** One kind of our books, which are compared with one of a provider's. */
interface OurBooks {
  /** What was posted in a window, the oldest first, `oursAtOnceMax` and one more. */
  within(sql: Sql, window: Window): Promise<OurMoney[]>;
  /** What we have of money that the provider names, whenever that was. */
  named(sql: Sql, theirs: readonly TheirMoney[]): Promise<OurMoney[]>;
}

interface LedgerRow {
  kind: OurMoney['kind'];
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payment_id: string;
  payment_ref: string | null;
}

/** More than this of one window is compared in several runs. */
export const oursAtOnceMax = 20_000;

const ledgerMoneyOf = (row: LedgerRow): OurMoney => ({
  kind: row.kind,
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: row.payment_id,
  paymentRef: row.payment_ref,
});

/** Captures and refunds of a provider. */
const ourPayments = (provider: string): OurBooks => ({
  within: (sql, window) => oursWithin(sql, provider, window),
  named: (sql, theirs) => oursOf(sql, provider, theirs),
});

/** A refund that the bank sent back is not there any more. */
async function oursWithin(sql: Sql, provider: string, { from, to }: Window): Promise<OurMoney[]> {
  const rows = await sql.query<LedgerRow>(
    `SELECT kind, ref, sum(minor)::bigint AS amount_minor, currency, min(at) AS at,
       (array_agg(payment_id ORDER BY payment_id))[1] AS payment_id, min(payment_ref) AS payment_ref FROM (
     SELECT t.kind, split_part(coalesce(r.provider_ref, p.capture_ref, ''), '#', 1) AS ref,
       abs(x.amount_minor)::bigint AS minor, a.currency, t.created_at AS at, t.id AS tx, p.id AS payment_id,
       coalesce(w.provider_ref, p.provider_ref) AS payment_ref
     FROM ledger_tx t
       JOIN ledger_entry x ON x.tx_id = t.id
       JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing' AND a.owner = $1
       JOIN payment p ON p.order_id = t.order_id AND p.provider = $1
       LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
       LEFT JOIN refund r ON t.kind = 'refund' AND r.payment_id = p.id AND r.status = 'succeeded'
         AND t.source_key = refund_key(r)
     WHERE t.created_at >= to_timestamp($2::double precision / 1000)
       AND t.created_at < to_timestamp($3::double precision / 1000)
       AND (t.kind = 'capture' AND t.source_key = 'capture:' || p.id OR t.kind = 'refund' AND r.id IS NOT NULL)
     ) ours GROUP BY kind, ref, currency ORDER BY min(at), min(tx) LIMIT $4`,
    [provider, from, to, oursAtOnceMax + 1],
  );
  return rows.map(ledgerMoneyOf);
}

/** Of a capture whose amount was not the one asked for, it is what was asked for: it waits for a person. */
async function oursOf(sql: Sql, provider: string, theirs: readonly TheirMoney[]): Promise<OurMoney[]> {
  const captures = theirs.filter(({ kind }) => kind === 'capture');
  const refunds = theirs.filter(({ kind }) => kind === 'refund');
  const rows = await sql.query<LedgerRow>(
    `SELECT 'capture' AS kind, p.capture_ref AS ref, coalesce(sum((
         SELECT sum(x.amount_minor) FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
           JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
         WHERE t.source_key = 'capture:' || p.id)), 0)::bigint AS amount_minor,
       p.currency, min(coalesce(p.settled_at, p.created_at)) AS at,
       (array_agg(p.id ORDER BY p.id))[1] AS payment_id, min(coalesce(w.provider_ref, p.provider_ref)) AS payment_ref
     FROM payment p LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
     WHERE p.provider = $1 AND p.capture_ref = ANY ($2::text[])
     GROUP BY p.capture_ref, p.currency
     UNION ALL
     SELECT 'capture', named.ref, p.amount_minor, p.currency, p.created_at, p.id, p.provider_ref
     FROM unnest($2::text[], $3::text[]) AS named(ref, payment)
       JOIN payment p ON p.id = CASE WHEN named.payment ~ '^[0-9a-f-]{36}$' THEN named.payment::uuid END
     WHERE p.provider = $1 AND p.failure = 'amount mismatch' AND p.pass_payment_id IS NULL
     UNION ALL
     SELECT 'capture', named.ref, w.amount_minor, w.currency, w.created_at, p.id, w.provider_ref
     FROM unnest($2::text[], $3::text[]) AS named(ref, payment)
       JOIN pass_payment w ON w.id = CASE WHEN named.payment ~ '^[0-9a-f-]{36}$' THEN named.payment::uuid END
       JOIN LATERAL (SELECT id FROM payment WHERE pass_payment_id = w.id ORDER BY id LIMIT 1) p ON true
     WHERE w.provider = $1 AND w.failure = 'amount mismatch'
     UNION ALL
     SELECT 'refund', split_part(r.provider_ref, '#', 1), coalesce(sum((
         SELECT -sum(x.amount_minor) FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
           JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
         WHERE t.source_key = refund_key(r))), 0)::bigint,
       p.currency, min(r.created_at), (array_agg(p.id ORDER BY p.id))[1], min(coalesce(w.provider_ref, p.provider_ref))
     FROM refund first JOIN payment named ON named.id = first.payment_id
       JOIN LATERAL (
         SELECT named.id UNION SELECT its.id FROM payment its WHERE its.pass_payment_id = named.pass_payment_id
       ) share ON first.provider_ref = ANY ($4::text[])
       JOIN refund r ON r.payment_id = share.id AND split_part(r.provider_ref, '#', 1) = first.provider_ref
       JOIN payment p ON p.id = r.payment_id LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
     WHERE p.provider = $1 AND r.status = 'succeeded'
     GROUP BY split_part(r.provider_ref, '#', 1), p.currency`,
    [
      provider,
      captures.map(({ ref }) => ref),
      captures.map(({ paymentId }) => paymentId ?? ''),
      refunds.map(({ ref }) => ref),
    ],
  );
  return rows.map(ledgerMoneyOf);
}

interface DisputeRow {
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payment_id: string;
  payment_ref: string | null;
}

const disputeMoneyOf = (row: DisputeRow): OurMoney => ({
  kind: 'dispute',
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: row.payment_id,
  paymentRef: row.payment_ref,
});

/**
 * Disputes of a provider: what the ledger says that each took, with its costs, less what came back. They are in the
 * window in which they were opened, and in the one in which they were decided.
 */
const ourDisputes = (provider: string): OurBooks => ({
  async within(sql: Sql, { from, to }) {
    const rows = await sql.query<DisputeRow>(
      `SELECT split_part(d.provider_ref, '#', 1) AS ref, sum(gone.minor)::bigint AS amount_minor, p.currency,
         max(moved.at) AS at, (array_agg(p.id ORDER BY d.provider_ref))[1] AS payment_id,
         min(coalesce(w.provider_ref, p.provider_ref)) AS payment_ref
       FROM dispute d JOIN payment p ON p.id = d.payment_id LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
         JOIN LATERAL (
           SELECT max(each.at) AS at FROM unnest(ARRAY[d.opened_at, d.closed_at]) AS each(at)
           WHERE each.at >= to_timestamp($2::double precision / 1000)
             AND each.at < to_timestamp($3::double precision / 1000)) moved ON moved.at IS NOT NULL
         JOIN LATERAL (
           SELECT -coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
           WHERE t.order_id = p.order_id AND starts_with(t.source_key, 'dispute:' || d.id || ':')) gone ON true
       WHERE d.provider = $1
       GROUP BY split_part(d.provider_ref, '#', 1), p.currency
       ORDER BY max(moved.at), ref LIMIT $4`,
      [provider, from, to, oursAtOnceMax + 1],
    );
    return rows.map(disputeMoneyOf);
  },

  async named(sql: Sql, theirs) {
    const rows = await sql.query<DisputeRow>(
      `SELECT first.provider_ref AS ref, sum(gone.minor)::bigint AS amount_minor, p.currency, min(d.opened_at) AS at,
         (array_agg(p.id ORDER BY d.provider_ref))[1] AS payment_id,
         min(coalesce(w.provider_ref, p.provider_ref)) AS payment_ref
       FROM dispute first JOIN payment named ON named.id = first.payment_id
         JOIN LATERAL (
           SELECT named.id UNION SELECT its.id FROM payment its WHERE its.pass_payment_id = named.pass_payment_id
         ) share ON true
         JOIN dispute d ON d.payment_id = share.id AND split_part(d.provider_ref, '#', 1) = first.provider_ref
         JOIN payment p ON p.id = d.payment_id LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
         JOIN LATERAL (
           SELECT -coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
           WHERE t.order_id = p.order_id AND starts_with(t.source_key, 'dispute:' || d.id || ':')) gone ON true
       WHERE first.provider = $1 AND first.provider_ref = ANY ($2::text[])
       GROUP BY first.provider_ref, p.currency`,
      [provider, theirs.map(({ ref }) => ref)],
    );
    return rows.map(disputeMoneyOf);
  },
});

interface PayoutRow {
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payout_id: string;
  provider_ref: string | null;
}

/** Money comes back weeks after a payout was made; what is older is not looked through. */
const oldestMs = days(120);

const payoutMoneyOf = (row: PayoutRow): OurMoney => ({
  kind: 'payout',
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: null,
  paymentRef: row.provider_ref,
  payoutId: row.payout_id,
});

/**
 * Payouts by one bank: what the ledger says that each took of its host. They are in the windows in which the bank took
 * them, paid them and sent them back. One that no bank has answered yet is none.
 */
const ourPayouts = (kind: PayoutKind): OurBooks => ({
  async within(sql: Sql, { from, to }) {
    const rows = await sql.query<PayoutRow>(
      `SELECT coalesce(p.money_ref, p.id::text) AS ref, gone.minor AS amount_minor, p.currency, moved.at,
         p.id AS payout_id, p.provider_ref
       FROM payout p
         JOIN LATERAL (
           SELECT max(each.at) AS at FROM unnest(ARRAY[p.sent_at, p.paid_at, p.ended_at]) AS each(at)
           WHERE each.at >= to_timestamp($2::double precision / 1000)
             AND each.at < to_timestamp($3::double precision / 1000)) moved ON moved.at IS NOT NULL
         JOIN LATERAL (
           SELECT coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_payable'
           WHERE t.source_key IN (
             'payout_request:' || p.id, 'payout_failed:' || p.id, 'payout_returned:' || p.id)) gone ON true
       WHERE p.kind = $1 AND p.created_at >= to_timestamp(($2::double precision - $5) / 1000)
       ORDER BY moved.at, p.id LIMIT $4`,
      [kind, from, to, oursAtOnceMax + 1, oldestMs],
    );
    return rows.map(payoutMoneyOf);
  },

  async named(sql: Sql, theirs) {
    const rows = await sql.query<PayoutRow>(
      `SELECT named.ref, gone.minor AS amount_minor, p.currency, p.created_at AS at, p.id AS payout_id, p.provider_ref
       FROM unnest($2::text[], $3::text[]) AS named(ref, payout)
         JOIN payout p ON p.kind = $1 AND (p.money_ref = named.ref
           OR p.id = CASE WHEN named.payout ~ '^[0-9a-f-]{36}$' THEN named.payout::uuid END)
         JOIN LATERAL (
           SELECT coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_payable'
           WHERE t.source_key IN (
             'payout_request:' || p.id, 'payout_failed:' || p.id, 'payout_returned:' || p.id)) gone ON true`,
      [kind, theirs.map(({ ref }) => ref), theirs.map(({ paymentId }) => paymentId ?? '')],
    );
    return rows.map(payoutMoneyOf);
  },
});
