import { freshDb } from '../../../test/harness.ts';
import { randomIds } from '../../ids.ts';
import { systemClock } from '../clock/system-clock.ts';
import { sandboxSignatureHeader, sandboxSignatures } from '../payment-sandbox/signatures.ts';
import { cardPaymentsSuite } from './card-payments.suite.ts';
import { sandboxCards } from './sandbox.ts';

cardPaymentsSuite('sandbox', async () => {
  const db = await freshDb();
  const signatures = sandboxSignatures('a-test-secret-of-more-than-32-characters', systemClock);
  return {
    cards: sandboxCards({ db, ids: randomIds, signatures }),
    passChallenge: async (ref) => void (await db.query("SELECT sandbox_move_intent($1, 'succeeded', NULL)", [ref])),
    passSetup: async (ref) =>
      void (await db.query("UPDATE sandbox_setup SET status = 'succeeded' WHERE ref = $1", [ref])),
    async openDispute(captureRef, amountMinor) {
      const ref = `dp_${randomIds.uuid()}`;
      await db.query('SELECT sandbox_open_dispute($1, $2, $3, $4, $5)', [
        'sandbox_card',
        ref,
        captureRef,
        amountMinor,
        'fraudulent',
      ]);
      return ref;
    },
    decideDispute: async (ref, status) => void (await db.query('SELECT sandbox_decide_dispute($1, $2)', [ref, status])),
    webhook(ref) {
      const type = ref.startsWith('dp_') ? 'charge.dispute.created' : 'payment_intent.succeeded';
      const rawBody = JSON.stringify({ id: `evt_${ref}`, type, object: ref });
      return { rawBody, headers: { [sandboxSignatureHeader]: signatures.webhookHeader(rawBody) } };
    },
    close: () => db.close(),
  };
});
