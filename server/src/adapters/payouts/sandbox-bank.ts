import { refuse } from '@frontrow/core/refuse.ts';
import { sandboxReturnsAfterMs, sandboxSettlesAfterMs } from '@frontrow/core/payouts/limits.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { PayoutAnswer, Payouts } from '../../ports/payouts.ts';
import type { ProviderBooks } from '../../ports/provider-books.ts';
import { payoutReasons } from './payout-reasons.ts';
import { readSandboxWebhook, type SandboxSignatures } from '../payment-sandbox/signatures.ts';

const accounts = new Set(['pays', 'rejects', 'returns']);

interface Transfer {
  ref: string;
  status: 'accepted' | 'paid' | 'rejected' | 'returned';
}

interface BookedTransfer {
  payout_id: string;
  amount_minor: number;
  currency: string;
  created_at: Date;
  place: string;
}

const statusOf: Readonly<Record<Transfer['status'], PayoutStatus>> = {
  accepted: 'sent',
  paid: 'paid',
  rejected: 'failed',
  returned: 'returned',
};
const reasonOf: Readonly<Partial<Record<Transfer['status'], string>>> = {
  rejected: payoutReasons.accountClosed,
  returned: payoutReasons.bankReturned,
};

const answerOf = ({ ref, status }: Transfer): PayoutAnswer => ({
  ref,
  status: statusOf[status],
  ...(reasonOf[status] !== undefined && { reason: reasonOf[status] }),
});

const pageSize = 500;

/** The bank's own table, by the moment it was asked; what it has not done yet is on its way out. */
const bankBooks = (db: Sql): ProviderBooks => ({
  delayMs: 0,
  async read({ from, to, after }) {
    const [at, ref] = after?.split('~') ?? [];
    const rows = await db.query<Transfer & BookedTransfer>(
      `SELECT ref, payout_id, amount_minor, currency, status, created_at, created_at::text AS place
       FROM sandbox_bank_transfer
       WHERE created_at >= to_timestamp($1::double precision / 1000)
         AND created_at < to_timestamp($2::double precision / 1000)
         AND ($3::timestamptz IS NULL OR (created_at, ref) > ($3, $4))
       ORDER BY created_at, ref LIMIT $5`,
      [from, to, at ?? null, ref ?? null, pageSize],
    );
    const last = rows.length < pageSize ? undefined : rows.at(-1);
    return {
      money: rows.map((row) => ({
        kind: 'payout',
        ref: row.payout_id,
        amountMinor: row.status === 'accepted' || row.status === 'paid' ? row.amount_minor : 0,
        currency: row.currency,
        at: row.created_at.getTime(),
        paymentId: row.payout_id,
      })),
      next: last && `${last.place}~${last.ref}`,
    };
  },
});

/**
 * A bank that moves no money and keeps its own books. Its accounts do as they are called: `pays`, `rejects` (the bank
 * refuses the transfer), `returns` (the money arrives and is sent back days later).
 */
export function sandboxBank({ db, ids, signatures }: { db: Sql; ids: Ids; signatures: SandboxSignatures }): Payouts {
  /** A bank works while nobody looks: what is due by now has happened. */
  const move = (ref: string): Promise<Transfer | undefined> =>
    db.one<Transfer>(
      `UPDATE sandbox_bank_transfer SET status = CASE
         WHEN settles_at > app_now() THEN 'accepted'
         WHEN account = 'rejects' THEN 'rejected'
         WHEN account = 'returns' AND returns_at <= app_now() THEN 'returned'
         ELSE 'paid' END
       WHERE ref = $1 RETURNING ref, status`,
      [ref],
    );

  return {
    kind: 'sandbox',
    paidFrom: { kind: 'bank', owner: 'sandbox' },
    currencies: undefined,

    async openAccount({ account: typed }) {
      const account = typed.trim().toLowerCase();
      if (!accounts.has(account))
        throw refuse(
          'payout_account_invalid',
          { detail: 'The sandbox bank has the accounts pays, rejects and returns.' },
          { field: 'account' },
        );
      return { account, shown: account, state: 'ready', requirements: [] };
    },
    standing: async () => ({ state: 'ready', requirements: [] }),
    link: async () => undefined,

    async send({ payoutId, account, amountMinor, currency }) {
      await db.query(
        `INSERT INTO sandbox_bank_transfer
           (ref, payout_id, account, amount_minor, currency, status, settles_at, returns_at)
         VALUES ($1, $2, $3, $4, $5, 'accepted', app_now() + $6 * interval '1 ms', app_now() + $7 * interval '1 ms')
         ON CONFLICT (payout_id) DO NOTHING`,
        [`tr_sb_${ids.uuid()}`, payoutId, account, amountMinor, currency, sandboxSettlesAfterMs, sandboxReturnsAfterMs],
      );
      const made = await db.one<Transfer>('SELECT ref, status FROM sandbox_bank_transfer WHERE payout_id = $1', [
        payoutId,
      ]);
      return answerOf((await move(made!.ref))!);
    },

    async look(ref) {
      const transfer = await move(ref);
      return transfer && answerOf(transfer);
    },

    books: bankBooks(db),

    async readWebhook(rawBody, headers) {
      const news = readSandboxWebhook(signatures, rawBody, headers);
      return news && { payoutId: news.object };
    },
  };
}
