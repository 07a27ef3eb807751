import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { adminPayoutRoutes } from './admin-routes.ts';
import { mailMethodChange, mailPayout } from './mails.ts';
import { processDuePayouts } from './processing/process-payouts.ts';
import { automaticPayouts } from './processing/start-payouts.ts';
import { payoutRoutes } from './routes.ts';
import { payoutWebhooks } from './webhook-routes.ts';

export { processDuePayouts } from './processing/process-payouts.ts';
export { openPayout } from './processing/start-payouts.ts';
export { payableOf } from './payouts.ts';
export { sealedAccounts } from './payouts-deps.ts';

/** Hosts get their money: accounts to be paid to, payouts, and what app admins do about them. */
export function payoutsFeature(all: Kit, { accounts }: { accounts: Accounts }): { feature: Feature } {
  const kit = { ...all, accounts };
  return {
    feature: {
      name: 'payouts',
      routes: [...payoutRoutes(kit), ...adminPayoutRoutes(kit)],
      facts: [
        onFact('PayoutRequested', 'ask-bank', ({ payload }) => processDuePayouts(kit, payload.payoutId), {
          queue: 'payments',
        }),
        onFact('PayoutMethodChanged', 'tell-host', (fact) => mailMethodChange(kit, fact), { queue: 'mail' }),
        onFact('PayoutEnded', 'mail-host', (fact) => mailPayout(kit, fact), { queue: 'mail', priority: 'normal' }),
      ],
      jobs: [
        { name: 'automatic-payouts', everyMs: minutes(1), run: (stopping) => automaticPayouts(kit, stopping) },
        { name: 'drive-payouts', everyMs: seconds(2), run: () => processDuePayouts(kit) },
      ],
      plugin: payoutWebhooks(kit),
    },
  };
}
