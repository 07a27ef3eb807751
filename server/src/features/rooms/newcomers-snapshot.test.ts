import { exactAcksMax } from '@frontrow/core/rooms/limits.ts';
import { expect, test } from 'vitest';
import { createNewcomersSnapshot } from './room-views.ts';

type Snapshot = Awaited<ReturnType<Parameters<typeof createNewcomersSnapshot>[0]>>;
const roomOf = (viewers: number, seq: number): Snapshot =>
  ({ shared: { state: { viewers_count: viewers, seq } }, messages: [] }) as unknown as Snapshot;

function reader(viewers: number) {
  let now = 0;
  let reads = 0;
  const snapshot = createNewcomersSnapshot(async () => roomOf(viewers, ++reads), { now: () => now });
  return {
    enter: async () => (await snapshot('e1')).shared.state.seq,
    pass: (ms: number) => void (now += ms),
    reads: () => reads,
  };
}

test('a large room is read once a second, however many enter', async () => {
  const { enter, pass, reads } = reader(exactAcksMax + 1);
  for (let nth = 0; nth < 1_000; nth++) {
    await enter();
    pass(60);
  }
  expect(reads()).toBeLessThanOrEqual(61);
});

test('no one sees a large room older than a second', async () => {
  const { enter, pass } = reader(exactAcksMax + 1);
  expect(await enter()).toBe(1);
  pass(999);
  expect(await enter()).toBe(1);
  pass(1);
  expect(await enter()).toBe(2);
});

test('a small room is read for everyone who enters, so that they see themselves in it', async () => {
  const { enter } = reader(exactAcksMax);
  expect([await enter(), await enter()]).toEqual([1, 2]);
});
