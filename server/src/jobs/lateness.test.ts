import { expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { silentLog } from '../ports/log.ts';
import { createJobRunner } from './runner.ts';

const unrecorded = { failed: async () => undefined, succeeded: async () => undefined };

test('a job that hangs gets later and later, one that ends in time is never late', async () => {
  let end = (): void => undefined;
  const hangs = { name: 'hangs', everyMs: 1, run: () => new Promise<void>((resolve) => (end = resolve)) };
  const ends = { name: 'ends', everyMs: 60_000, run: async () => undefined };
  const jobs = createJobRunner([hangs, ends], silentLog, unrecorded);
  const late = (name: string) => jobs.lateness().find(({ job }) => job === name)?.seconds;
  expect(jobs.lateness(), 'no worker, no job').toEqual([]);
  jobs.start();
  await until('the one that hangs is late', () => (late('hangs') ?? 0) > 0.02);
  await until('the other one has ended', () => late('ends') === 0);
  end();
  const stopped = jobs.stop();
  end();
  await stopped;
  expect(jobs.lateness()).toEqual([]);
});
