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
    webhook(ref) {
      const rawBody = JSON.stringify({ id: `evt_${ref}`, type: 'CHECKOUT.ORDER.APPROVED', object: ref });
      return { rawBody, headers: { [sandboxSignatureHeader]: signatures.webhookHeader(rawBody) } };
    },
    close: () => db.close(),
  };
});
