import { onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { reconciliationJob } from './reconciliation/reconcile.ts';
import { reconciliationRoutes } from './routes.ts';
import { mailRelease, releaseJob } from './release.ts';
import { balanceRoutes } from './routes.ts';

export type BalanceDeps = Pick<Kit, 'cards' | 'config' | 'db' | 'ids' | 'log' | 'mail' | 'payoutBanks' | 'wallets'> & {
  readonly accounts: Pick<Accounts, 'addressOf' | 'recordAudit'>;
};

/** What hosts have: its release, its movements and its sums; and whether our books say what the providers' say. */
export const balanceFeature = (deps: BalanceDeps): { feature: Feature } => ({
  feature: {
    name: 'balance',
    routes: [...balanceRoutes(deps), ...reconciliationRoutes(deps)],
    facts: [
      onFact('EventReleased', 'mail-host', (fact) => mailRelease(deps, fact), { queue: 'mail', priority: 'low' }),
    ],
    jobs: [releaseJob(deps), reconciliationJob(deps)],
  },
});
