import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import { type BackofficeDeps, backofficeRoutes } from './routes.ts';

/** Events, orders, refunds, disputes, webhooks and failed deliveries for app admins. */
export const backofficeFeature = (
  { db, idempotency, paymentSandbox }: Pick<Kit, 'db' | 'idempotency' | 'paymentSandbox'>,
  deps: Omit<BackofficeDeps, 'db' | 'idempotency' | 'paymentSandbox'>,
): { feature: Feature } => ({
  feature: { name: 'backoffice', routes: backofficeRoutes({ db, idempotency, paymentSandbox, ...deps }) },
});
