import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import { type BackofficeUses, backofficeRoutes } from './routes.ts';

/** Events, orders and refunds for app admins. */
export const backofficeFeature = ({ db }: Pick<Kit, 'db'>, uses: Omit<BackofficeUses, 'db'>): { feature: Feature } => ({
  feature: { name: 'backoffice', routes: backofficeRoutes({ db, ...uses }) },
});
