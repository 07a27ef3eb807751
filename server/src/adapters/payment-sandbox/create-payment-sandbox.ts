import { refuse } from '@frontrow/core/refuse.ts';
import { hasExpired } from '@frontrow/core/ticketing/card-expiry.ts';
import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentSandbox } from '../../ports/payment-sandbox.ts';
import { sandboxPages } from './pages.ts';
import { sandboxSignatureHeader, type SandboxSignatures } from './signatures.ts';
import { cardNamed, testCards } from './test-cards.ts';

const webhooksPerRunMax = 100;

/** What the stand-ins have beyond the ports: the card field, their pages and their late, double webhooks. */
export function createPaymentSandbox({
  db,
  ids,
  clock,
  signatures,
}: {
  db: Sql;
  ids: Ids;
  clock: Clock;
  signatures: SandboxSignatures;
}): PaymentSandbox {
  return {
    async cardToken({ number, expMonth, expYear, cvc }) {
      const name = cardNamed(number);
      const card = name === undefined ? undefined : testCards[name];
      if (name === undefined || !card)
        throw refuse(
          'card_invalid',
          { detail: 'Your card number is incorrect. The sandbox takes published test numbers only.' },
          { field: 'number' },
        );
      const year = expYear < 100 ? 2000 + expYear : expYear;
      if (expMonth < 1 || expMonth > 12)
        throw refuse('card_invalid', { detail: "Your card's expiration month is invalid." }, { field: 'exp_month' });
      if (hasExpired({ month: expMonth, year }, clock.now()))
        throw refuse('card_invalid', { detail: "Your card's expiration year is invalid." }, { field: 'exp_year' });
      if (!(card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
        throw refuse('card_invalid', { detail: "Your card's security code is invalid." }, { field: 'cvc' });
      const id = `tok_sb_${ids.secret()}`;
      await db.query('INSERT INTO sandbox_card_token (id, card, exp_month, exp_year) VALUES ($1, $2, $3, $4)', [
        id,
        name,
        expMonth,
        year,
      ]);
      return { id, brand: card.brand, last4: card.last4 };
    },

    async dueWebhooks() {
      const rows = await db.query<{ event_id: string; type: string; object_ref: string }>(
        `UPDATE sandbox_webhook SET delivered_at = app_now() WHERE id IN (SELECT id FROM sandbox_webhook
           WHERE delivered_at IS NULL AND due_at <= app_now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING event_id, type, object_ref`,
        [webhooksPerRunMax],
      );
      return rows.map((row) => {
        const rawBody = JSON.stringify({ id: row.event_id, type: row.type, object: row.object_ref });
        return { rawBody, headers: { [sandboxSignatureHeader]: signatures.webhookHeader(rawBody) } };
      });
    },

    async decideDispute(tx, ref, decision) {
      const row = await tx.one<{ decided: boolean }>('SELECT sandbox_decide_dispute($1, $2) AS decided', [
        ref,
        decision,
      ]);
      return row?.decided === true;
    },

    pages: sandboxPages(db, signatures),
  };
}
