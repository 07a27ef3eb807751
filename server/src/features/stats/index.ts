import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Feature } from '../../feature.ts';
import type { Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { recountDue, sampleViewers } from './counts.ts';
import { statsFacts } from './facts.ts';
import { statsRoutes } from './routes.ts';
import { createViewCounter, purgeVisitors, type ViewCounter } from './views.ts';

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

const statsJobs = (
  { db, log }: Pick<Kit, 'db' | 'log'>,
  views: ViewCounter,
  onNews: (hostId: number) => void,
): Job[] => [
  { name: 'write views', everyMs: seconds(1), run: () => views.write() },
  { name: 'recount numbers', everyMs: seconds(1), run: (stopping) => recountDue({ db, log }, stopping, onNews) },
  { name: 'count viewers of live events', everyMs: seconds(20), run: () => sampleViewers(db) },
  { name: 'forget visitors of days that are over', everyMs: minutes(5), run: () => purgeVisitors(db) },
];
