import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../jobs/runner.ts';
import { type DemoKit, keepOpenStages, seedDemoEvents } from './events.ts';

/** What keeps a demo installation fresh while it runs. */
export const demoJobs = (kit: DemoKit): Job[] => [
  { name: 'demo_open_stages', everyMs: seconds(10), run: () => keepOpenStages(kit) },
  { name: 'demo_programme', everyMs: minutes(10), run: () => seedDemoEvents(kit) },
];
