import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { CardPayments, CardSetup } from '../../ports/card-payments.ts';
import type { SandboxSignatures } from '../payment-sandbox/signatures.ts';
import { type KnownTestCard, publishedExpiry, testCards } from '../payment-sandbox/test-cards.ts';

interface SetupRow {
  ref: string;
  customer: string;
  method: string;
  card: string;
  exp_month: number | null;
  exp_year: number | null;
  status: CardSetup['status'];
  failure: string | null;
  return_url: string;
}

/** What the sandbox knows of a token of its card field. */
export interface CardBehind {
  readonly name: string;
  readonly card: KnownTestCard;
  readonly exp_month: number | null;
  readonly exp_year: number | null;
}

/** Saving a card without a payment, in the sandbox's own books. */
export function sandboxSetups(
  { db, ids, signatures }: { readonly db: Sql; readonly ids: Ids; readonly signatures: SandboxSignatures },
  cardBehind: (source: { token: string }) => Promise<CardBehind>,
): Pick<CardPayments, 'saveCard' | 'cardSetup'> {
  const setupOf = (row: SetupRow): CardSetup => {
    const card = testCards[row.card];
    return {
      ref: row.ref,
      status: row.status,
      customer: row.customer,
      redirectUrl:
        row.status === 'requires_action'
          ? `${new URL(row.return_url).origin}/sandbox/setup/${row.ref}?signature=${signatures.linkOf(row.ref)}`
          : undefined,
      failure: row.failure ?? undefined,
      card: card && {
        method: row.method,
        brand: card.brand,
        last4: card.last4,
        expiry: row.exp_month && row.exp_year ? { month: row.exp_month, year: row.exp_year } : publishedExpiry,
      },
    };
  };

  return {
    async saveCard({ setupId, customer, token, returnUrl }) {
      const { name, card, exp_month, exp_year } = await cardBehind({ token });
      const { outcome } = card;
      const status =
        outcome.kind === 'pays' ? 'succeeded' : outcome.kind === 'challenges' ? 'requires_action' : 'failed';
      const row = await db.one<SetupRow>(
        `WITH kept AS (
           INSERT INTO sandbox_setup
             (ref, setup_id, customer, method, card, exp_month, exp_year, status, failure, return_url)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT (setup_id) DO UPDATE SET setup_id = excluded.setup_id
           RETURNING ref, customer, method, card, exp_month, exp_year, status, failure, return_url),
         known AS (
           INSERT INTO sandbox_card_token (id, card, exp_month, exp_year)
           SELECT method, card, exp_month, exp_year FROM kept WHERE status <> 'failed' ON CONFLICT DO NOTHING)
         SELECT * FROM kept`,
        [
          `seti_sb_${ids.secret()}`,
          setupId,
          customer,
          `pm_sb_${ids.uuid()}`,
          name,
          exp_month,
          exp_year,
          status,
          outcome.kind === 'declines' ? outcome.sentence : null,
          returnUrl,
        ],
      );
      return setupOf(row!);
    },

    async cardSetup(ref) {
      const row = await db.one<SetupRow>(
        `SELECT ref, customer, method, card, exp_month, exp_year, status, failure, return_url FROM sandbox_setup
         WHERE ref = $1`,
        [ref],
      );
      return row && setupOf(row);
    },
  };
}
