import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../ports/log.ts';
import type { Delivery } from './deliveries.ts';
import { createQueue, type QueueParts } from './queue.ts';

afterEach(() => vi.restoreAllMocks());

const delivery = (id: number): Delivery => ({
  fact: { id, dedupeKey: `happened:${id}`, payload: {} },
  topic: 'Happened',
  handler: 'hear',
  rank: 0,
  attempts: 1,
  trace: undefined,
});

/** A queue over so many due deliveries, without a database. */
function queueOf(due: number, parts: Partial<QueueParts> = {}) {
  const left = Array.from({ length: due }, (_, n) => delivery(n + 1));
  const claim = vi.fn(async (max: number) => left.splice(0, max));
  const handle = vi.fn<QueueParts['handle']>(async () => undefined);
  const queue = createQueue({
    name: 'mail',
    deliveries: {
      fanOut: async () => 0,
      claim,
      complete: async () => undefined,
      fail: async () => false,
      release: async (held) => void left.push(...held),
    },
    log: silentLog,
    handle,
    batchMax: 200,
    atOnce: 1,
    canWait: true,
    inRush: () => false,
    batchMs: 5_000,
    ...parts,
  });
  return { queue, left, claim, handle };
}

/** How many are handled after each turn. */
async function handledByTurn(turns: number, parts: Partial<QueueParts>): Promise<number[]> {
  const { queue, handle } = queueOf(1_000, parts);
  const handled: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await queue.turn();
    handled.push(handle.mock.calls.length);
  }
  return handled;
}

test('in a rush a queue that can wait handles one small batch every fifth turn', async () => {
  expect(await handledByTurn(11, { inRush: () => true })).toEqual([0, 0, 0, 0, 50, 50, 50, 50, 50, 100, 100]);
});

test('in a rush a queue that cannot wait handles one small batch per turn', async () => {
  expect(await handledByTurn(3, { inRush: () => true, canWait: false })).toEqual([50, 100, 150]);
});

test('without a rush a turn handles all there is', async () => {
  expect(await handledByTurn(1, {})).toEqual([1_000]);
});

test('a turn under way is the only one, and none begins after stop', async () => {
  const hangs = Promise.withResolvers<undefined>();
  const { queue, claim } = queueOf(1, { handle: () => hangs.promise });
  const under = queue.turn();
  await queue.turn();
  expect(claim).toHaveBeenCalledTimes(1);
  const stopped = queue.stop();
  hangs.resolve(undefined);
  await Promise.all([under, stopped]);
  await queue.turn();
  expect(claim).toHaveBeenCalledTimes(1);
});

test('a database that cannot be reached ends the turn, and the next one tries again', async () => {
  const { queue, claim, handle } = queueOf(1);
  claim.mockRejectedValueOnce(new Error('gone'));
  await queue.turn();
  expect(handle).not.toHaveBeenCalled();
  await queue.turn();
  expect(handle).toHaveBeenCalledTimes(1);
});

test('a long line holds an urgent delivery up for one batch time, and keeps its order', async () => {
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ms);
  const urgent = 100;
  const begun: number[] = [];
  const { queue, left } = queueOf(52, {
    atOnce: 64,
    batchMs: 5_000,
    lineOf: ({ fact }) => (fact.id === urgent ? undefined : 'of one buyer'),
    async handle({ fact }) {
      if (begun.push(fact.id) === 1) left.push(delivery(urgent));
      await Promise.resolve();
      ms += 300;
    },
  });
  await queue.drain();
  // 17 emails take 5.1 seconds.
  expect(begun.indexOf(urgent)).toBe(17);
  expect(begun.filter((id) => id !== urgent)).toEqual(Array.from({ length: 52 }, (_, n) => n + 1));
});

test('a line that hangs holds up no other line, and nothing that is in none', async () => {
  const hangs = Promise.withResolvers<undefined>();
  const begun: number[] = [];
  const { queue } = queueOf(9, {
    atOnce: 2,
    lineOf: ({ fact: { id } }) => [undefined, 'hangs', 'moves'][id % 3],
    async handle({ fact: { id } }) {
      begun.push(id);
      if (id === 1) await hangs.promise;
    },
  });
  const drained = queue.drain();
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 5, 6, 8, 9]), { timeout: 20_000 });
  hangs.resolve(undefined);
  await drained;
  expect(begun.slice(-2)).toEqual([4, 7]);
});
