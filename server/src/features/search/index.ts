import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { searchRoutes } from './routes.ts';

/** Finding events, tags and hosts by words. No one else needs it. */
export const searchFeature = (kit: Kit, { events }: { events: Events }): { readonly feature: Feature } => ({
  feature: { name: 'search', routes: searchRoutes({ ...kit, events }) },
});
