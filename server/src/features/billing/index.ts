import { minutes } from '@frontrow/core/kernel/instant.ts';
import { onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import { correctReceipt, issueDueReceipts } from './issue-receipts.ts';
import { createReceiptThreads } from './pdf/receipt-threads.ts';
import { billingRoutes, type BillingDeps } from './routes.ts';

export { issueReceipts } from './issue-receipts.ts';

/** Orders of buyers, their receipts and the notes that correct them, and sales tax. */
export const billingFeature = (
  kit: Pick<Kit, 'db' | 'ids'>,
  deps: Pick<BillingDeps, 'accounts' | 'receiptLinks'>,
): { feature: Feature } => {
  const threads = createReceiptThreads();
  return {
    feature: {
      name: 'billing',
      routes: billingRoutes({ ...kit, ...deps, threads }),
      plugin: async (app) => void app.addHook('onClose', () => threads.close()),
      facts: [
        onFact('RefundSucceeded', 'issue-credit-note', ({ payload }) =>
          kit.db.tx((tx) => correctReceipt(tx, kit.ids, payload.orderId)),
        ),
        onFact('DisputeLossChanged', 'correct-receipt', ({ payload }) =>
          kit.db.tx((tx) => correctReceipt(tx, kit.ids, payload.orderId)),
        ),
      ],
      jobs: [{ name: 'issue-receipts', everyMs: minutes(1), run: (stopping) => issueDueReceipts(kit, stopping) }],
    },
  };
};
