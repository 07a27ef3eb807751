import { onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { mailRelease } from './mail-release.ts';
import { releaseJob } from './release-events.ts';
import { balanceRoutes } from './routes.ts';

export type BalanceUses = Pick<Kit, 'config' | 'db' | 'log' | 'mail'> & {
  readonly accounts: Pick<Accounts, 'addressOf'>;
};

/** What hosts have: its release, its movements and its sums. */
export const balanceFeature = (uses: BalanceUses): { feature: Feature } => ({
  feature: {
    name: 'balance',
    routes: balanceRoutes(uses),
    facts: [
      onFact('EventReleased', 'mail-host', (fact) => mailRelease(uses, fact), { queue: 'mail', priority: 'low' }),
    ],
    jobs: [releaseJob(uses)],
  },
});
