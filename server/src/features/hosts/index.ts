import type { Feature } from '../../feature.ts';
import { createPreparedLists } from '../../http/prepared-lists.ts';
import type { Kit } from '../../kit.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Events } from '../events/index.ts';
import { hostsRoutes } from './routes.ts';

export interface Hosts {
  readonly feature: Feature;
}

/** Public pages of hosts. */
export function hostsFeature(kit: Kit, { catalog, events }: { catalog: Catalog; events: Events }): Hosts {
  const uses = { ...kit, catalog, events, pages: createPreparedLists(kit) };
  return { feature: { name: 'hosts', routes: hostsRoutes(uses) } };
}
