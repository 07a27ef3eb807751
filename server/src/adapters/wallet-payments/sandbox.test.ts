import { freshDb } from '../../../test/harness.ts';
import { randomIds } from '../../ids.ts';
import { systemClock } from '../clock/system-clock.ts';
import { sandboxSignatureHeader, sandboxSignatures } from '../payment-sandbox/signatures.ts';
import { sandboxWallet } from './sandbox.ts';
import { walletPaymentsSuite } from './wallet-payments.suite.ts';

walletPaymentsSuite('sandbox', async () => {
  const db = await freshDb();
  const signatures = sandboxSignatures('a-test-secret-of-more-than-32-characters', systemClock);
  return {
    wallets: sandboxWallet({ db, ids: randomIds, signatures }),
    approve: async (ref) =>
      void (await db.query("UPDATE sandbox_wallet_order SET status = 'APPROVED' WHERE ref = $1", [ref])),
    async openDispute(captureRef, amountMinor) {
      const ref = `dp_${randomIds.uuid()}`;
      await db.query('SELECT sandbox_open_dispute($1, $2, $3, $4, $5)', [
        'sandbox_wallet',
        ref,
        captureRef,
        amountMinor,
        'not_received',
      ]);
      return ref;
    },
    decideDispute: async (ref, status) => void (await db.query('SELECT sandbox_decide_dispute($1, $2)', [ref, status])),
    webhook(ref) {
      const type = ref.startsWith('dp_') ? 'CUSTOMER.DISPUTE.CREATED' : 'CHECKOUT.ORDER.APPROVED';
      const rawBody = JSON.stringify({ id: `evt_${ref}`, type, object: ref });
      return { rawBody, headers: { [sandboxSignatureHeader]: signatures.webhookHeader(rawBody) } };
    },
    close: () => db.close(),
  };
});
