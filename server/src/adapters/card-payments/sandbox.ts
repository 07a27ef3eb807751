import { cutText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { createBatcher } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { CardIntent, CardPayments } from '../../ports/card-payments.ts';
import { sandboxDisputes } from '../payment-sandbox/sandbox-disputes.ts';
import { sandboxRefunds } from '../payment-sandbox/sandbox-refunds.ts';
import { readSandboxWebhook, type SandboxSignatures } from '../payment-sandbox/signatures.ts';
import { sandboxBooks } from '../payment-sandbox/sandbox-books.ts';
import { cardOfTestId, publishedExpiry, testCards } from '../payment-sandbox/test-cards.ts';
import { type CardBehind, sandboxSetups } from './sandbox-setups.ts';

interface IntentRow {
  ref: string;
  payment_id: string;
  amount_minor: number;
  currency: string;
  status: CardIntent['status'];
  card: string;
  method: string;
  failure: string | null;
  capture_ref: string | null;
  return_url: string;
}

/** A payment with the date of its card; null where the card is one of the published ids. */
interface DatedIntentRow extends IntentRow {
  exp_month: number | null;
  exp_year: number | null;
}

/** What one charge puts into the books. */
interface ChargeRow {
  readonly ref: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly card: string;
  readonly method: string;
  readonly status: CardIntent['status'];
  readonly failure: string | null;
  readonly return_url: string;
  readonly description: string;
}

const chargesQueuedMax = 20_000;
const chargesBatchMax = 256;

export interface SandboxNeeds {
  readonly db: Sql;
  readonly ids: Ids;
  readonly signatures: SandboxSignatures;
}

/** Sandbox card payments: the well-known test numbers, with its own records in PostgreSQL. */
export function sandboxCards({ db, ids, signatures }: SandboxNeeds): CardPayments {
  const intentOf = ({ exp_month: month, exp_year: year, ...row }: DatedIntentRow): CardIntent => {
    const card = testCards[row.card];
    return {
      ref: row.ref,
      status: row.status,
      amountMinor: row.amount_minor,
      currency: row.currency,
      paymentId: row.payment_id,
      redirectUrl:
        row.status === 'requires_action'
          ? `${new URL(row.return_url).origin}/sandbox/3ds/${row.ref}?signature=${signatures.linkOf(row.ref)}`
          : undefined,
      captureRef: row.capture_ref ?? undefined,
      failure: row.failure ?? undefined,
      card: card && {
        method: row.method,
        brand: card.brand,
        last4: card.last4,
        expiry: month && year ? { month, year } : publishedExpiry,
      },
    };
  };

  // A card network takes many charges at once; in our one database they share a commit.
  const charges = createBatcher<ChargeRow, IntentRow>({
    batchMax: chargesBatchMax,
    waitingMax: chargesQueuedMax,
    splitsOn: () => true,
    run: (_key, rows) =>
      db.query<IntentRow>('SELECT * FROM sandbox_charge($1)', [JSON.stringify(rows.map((row, n) => ({ n, ...row })))]),
  });

  const cardBehind = async (source: { token: string } | { method: string }): Promise<CardBehind> => {
    const id = 'token' in source ? source.token : source.method;
    const published = cardOfTestId(id);
    const kept = published
      ? undefined
      : await db.one<{ card: string; exp_month: number | null; exp_year: number | null }>(
          'SELECT card, exp_month, exp_year FROM sandbox_card_token WHERE id = $1',
          [id],
        );
    const name = published ?? kept?.card;
    const card = name === undefined ? undefined : testCards[name];
    if (name === undefined || !card)
      throw refuse('card_invalid', { detail: `No such token: '${cutText(id, 40)}'` }, { field: 'stripe_token' });
    return { name, card, exp_month: kept?.exp_month ?? null, exp_year: kept?.exp_year ?? null };
  };

  return {
    provider: 'sandbox_card',
    state: () => 'ready',
    books: sandboxBooks(db, 'ch_sb_'),
    publishableKey: null,
    testMethods: true,
    customer: async ({ userId, known }) => known ?? `cus_sb_${userId}`,
    // Nothing is kept under a customer's name here.
    forgetCustomer: async () => undefined,
    forgetCard: async (method) => void (await db.query('DELETE FROM sandbox_card_token WHERE id = $1', [method])),
    // Everybody shares the published numbers.
    fingerprint: async () => undefined,

    ...sandboxSetups({ db, ids, signatures }, cardBehind),

    async charge(charge) {
      const { name, card, ...dated } = await cardBehind(charge.source);
      const { outcome } = card;
      const status =
        outcome.kind === 'pays' ? 'succeeded' : outcome.kind === 'challenges' ? 'requires_action' : 'failed';
      const method = charge.remember
        ? `pm_sb_${ids.uuid()}`
        : 'token' in charge.source
          ? charge.source.token
          : charge.source.method;
      if (charge.remember)
        await db.query('INSERT INTO sandbox_card_token (id, card, exp_month, exp_year) VALUES ($1, $2, $3, $4)', [
          method,
          name,
          dated.exp_month,
          dated.exp_year,
        ]);
      const row = await charges('all', {
        ref: `pi_sb_${ids.secret()}`,
        payment: charge.paymentId,
        amount: charge.amountMinor,
        currency: charge.currency,
        card: name,
        method,
        status,
        failure: outcome.kind === 'declines' ? outcome.sentence : null,
        return_url: charge.returnUrl,
        description: charge.description,
      });
      return intentOf({ ...row, ...dated });
    },

    async intent(ref) {
      const row = await db.one<DatedIntentRow>(
        `SELECT i.*, t.exp_month, t.exp_year
         FROM sandbox_intent i LEFT JOIN sandbox_card_token t ON t.id = i.method WHERE i.ref = $1`,
        [ref],
      );
      return row && intentOf(row);
    },

    async findByPayment(paymentId) {
      const row = await db.one<DatedIntentRow>(
        `SELECT i.*, t.exp_month, t.exp_year
         FROM sandbox_intent i LEFT JOIN sandbox_card_token t ON t.id = i.method WHERE i.payment_id = $1`,
        [paymentId],
      );
      return row && intentOf(row);
    },

    async cancel(ref) {
      const row = await db.one<DatedIntentRow>(
        `SELECT i.*, t.exp_month, t.exp_year
         FROM sandbox_move_intent($1, 'canceled', NULL) i LEFT JOIN sandbox_card_token t ON t.id = i.method`,
        [ref],
      );
      if (!row) throw refuse('payment_unknown');
      return intentOf(row);
    },

    ...sandboxRefunds(db, 'sandbox_card', () => `re_sb_${ids.secret()}`),
    ...sandboxDisputes(db, 'sandbox_card'),

    async readWebhook(rawBody, headers) {
      const seen = readSandboxWebhook(signatures, rawBody, headers);
      if (seen?.type.startsWith('charge.dispute.'))
        return { id: seen.id, type: seen.type, intentRef: undefined, about: 'dispute', disputeRef: seen.object };
      return seen?.type.startsWith('payment_intent.')
        ? { id: seen.id, type: seen.type, intentRef: seen.object, about: 'payment' }
        : undefined;
    },
  };
}
