import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { statsFacts } from './facts.ts';
import { statsJobs } from './jobs.ts';
import { statsRoutes } from './routes.ts';
import { createViewCounter } from './views.ts';

export { rebuildStats } from './counts.ts';

export interface Stats {
  readonly feature: Feature;
  /** Writes the views that are still in memory. */
  stop(): Promise<void>;
}

/** What hosts are shown of their numbers, and of what happened lately. `onNews`: a host has something new to read. */
export function statsFeature(
  kit: Kit,
  { events, onNews }: { readonly events: Events; readonly onNews: (hostId: number) => void },
): Stats {
  const views = createViewCounter(kit);
  return {
    feature: {
      name: 'stats',
      routes: statsRoutes({ ...kit, events, views, onNews }),
      facts: statsFacts(kit),
      jobs: statsJobs(kit, views, onNews),
    },
    stop: () => views.write(),
  };
}
