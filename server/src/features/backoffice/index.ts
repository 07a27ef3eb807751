import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { backofficeRoutes } from './routes.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';
import { unpublishFacts } from './events.ts';

type BackofficeKit = Pick<Kit, 'config' | 'db' | 'idempotency' | 'mail' | 'paymentSandbox'>;

/** What app admins see and do: overview, events, orders, refunds, disputes, people, webhooks and failed deliveries. */
export const backofficeFeature = (
  kit: BackofficeKit,
  deps: Omit<BackofficeDeps, 'db' | 'idempotency' | 'paymentSandbox'> & {
    readonly accounts: Pick<Accounts, 'addressOf'>;
  },
): { feature: Feature } => ({
  feature: {
    name: 'backoffice',
    routes: backofficeRoutes({ ...kit, ...deps }),
    facts: unpublishFacts({ ...kit, accounts: deps.accounts }),
  },
});
