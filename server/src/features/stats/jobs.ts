import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import { recountDue, sampleViewers } from './counts.ts';
import { purgeVisitors, type ViewCounter } from './views.ts';

export const statsJobs = (
  { db, log }: Pick<Kit, 'db' | 'log'>,
  views: ViewCounter,
  onNews: (hostId: number) => void,
): Job[] => [
  { name: 'write views', everyMs: seconds(1), run: () => views.write() },
  { name: 'recount numbers', everyMs: seconds(1), run: (stopping) => recountDue({ db, log }, stopping, onNews) },
  { name: 'count viewers of live events', everyMs: seconds(20), run: () => sampleViewers(db) },
  { name: 'forget visitors of days that are over', everyMs: minutes(5), run: () => purgeVisitors(db) },
];
