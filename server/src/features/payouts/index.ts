import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Feature } from '../../feature.ts';
import { onFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { adminPayoutRoutes } from './admin-routes.ts';
import { mailPayout } from './mail-payout.ts';
import { mailMethodChange } from './methods/mail-method-change.ts';
import { automaticPayouts } from './moving/automatic-payouts.ts';
import { drivePayouts } from './moving/drive-payouts.ts';
import { payoutRoutes } from './routes.ts';
import { payoutWebhooks } from './webhook-routes.ts';

export { drivePayouts } from './moving/drive-payouts.ts';
export { openPayout } from './moving/open-payout.ts';
export { payableOf } from './payable.ts';
export { sealedAccounts } from './sealed-accounts.ts';

/** Hosts get their money: accounts to be paid to, payouts, and what app admins do about them. */
export function payoutsFeature(all: Kit, { accounts }: { accounts: Accounts }): { feature: Feature } {
  const kit = { ...all, accounts };
  return {
    feature: {
      name: 'payouts',
      routes: [...payoutRoutes(kit), ...adminPayoutRoutes(kit)],
      facts: [
        onFact('PayoutRequested', 'ask-bank', ({ payload }) => drivePayouts(kit, payload.payoutId), {
          queue: 'payments',
        }),
        onFact('PayoutMethodChanged', 'tell-host', (fact) => mailMethodChange(kit, fact), { queue: 'mail' }),
        onFact('PayoutEnded', 'mail-host', (fact) => mailPayout(kit, fact), { queue: 'mail', priority: 'normal' }),
      ],
      jobs: [
        { name: 'automatic-payouts', everyMs: minutes(1), run: (stopping) => automaticPayouts(kit, stopping) },
        { name: 'drive-payouts', everyMs: seconds(2), run: () => drivePayouts(kit) },
      ],
      plugin: payoutWebhooks(kit),
    },
  };
}
