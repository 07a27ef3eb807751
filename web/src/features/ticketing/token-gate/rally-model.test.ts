import { expect, test } from 'vitest';
import { rallyAttemptMs } from '@frontrow/core/token-gate/limits.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { createRally, rallyPollMs, type RallyPorts } from './rally-model.ts';
import type { StoredRally } from './rally-stored.ts';

const refusal = (status: number, ...codes: string[]) =>
  new ApiRefusal(
    status,
    codes.map((code) => ({ code, message: `said ${code}` })),
  );

function onStage(claims: (Error | 'sold')[] = ['sold'], begin?: () => Promise<{ url: string }>) {
  const stored = new Map<string | null, StoredRally>();
  const claimed: unknown[] = [];
  const polls = new Set<() => void>();
  const popup = {
    closed: false,
    at: '',
    goTo: (url: string) => void (popup.at = url),
    close: () => void (popup.closed = true),
  };
  let trips = 0;
  let told = 0;
  const ports: RallyPorts = {
    begin: begin ?? (() => Promise.resolve({ url: `https://wallet.example/?state=trip${(trips += 1)}` })),
    claim(code, state) {
      claimed.push([code, state]);
      const next = claims.shift();
      return next instanceof Error ? Promise.reject(next) : Promise.resolve({ order: {}, ticket: null } as never);
    },
    take(state) {
      const found = stored.get(state) ?? null;
      stored.delete(state);
      return found;
    },
    every(_ms, work) {
      polls.add(work);
      return () => void polls.delete(work);
    },
    say: (error) => (error as Error).message,
    tooLong: 'too long',
    done: () => void (told += 1),
  };
  const flow = createRally(ports);
  const tick = async (times = 1) => {
    for (let n = 0; n < times; n += 1) for (const poll of polls) poll();
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  return { flow, popup, stored, claimed, tick, polls, told: () => told, phase: () => flow.store.getState() };
}

test('the popup goes to the provider, its code is claimed, and the window is closed', async () => {
  const { flow, popup, stored, claimed, tick, polls, told, phase } = onStage();
  await flow.start(popup);
  expect(popup.at).toBe('https://wallet.example/?state=trip1');
  await tick();
  expect(phase()).toEqual({ is: 'waiting', closed: false });
  stored.set('trip1', { code: 'c', error: null });
  await tick();
  expect([claimed, phase(), popup.closed, polls.size, told()]).toEqual([[['c', 'trip1']], { is: 'done' }, true, 0, 1]);
});

test('a blocked popup starts nothing', async () => {
  const { flow, polls, phase } = onStage(['sold'], () => Promise.reject(new Error('asked')));
  await flow.start(null);
  expect([phase(), polls.size]).toEqual([{ is: 'ready', blocked: true }, 0]);
});

test('a closed window is shown as closed, and its code still counts', async () => {
  const { flow, popup, stored, tick, phase } = onStage();
  await flow.start(popup);
  popup.closed = true;
  await tick(2);
  expect(phase()).toEqual({ is: 'waiting', closed: false });
  await tick();
  expect(phase()).toEqual({ is: 'waiting', closed: true });
  stored.set('trip1', { code: 'c', error: null });
  await tick();
  expect(phase()).toEqual({ is: 'done' });
});

test('the error of the callback is shown, and another sign-in starts over', async () => {
  const { flow, popup, stored, claimed, tick, phase } = onStage();
  await flow.start(popup);
  stored.set('trip1', { code: null, error: 'Something went wrong' });
  await tick();
  expect(phase()).toEqual({ is: 'refused', message: 'Something went wrong', again: 'signIn' });
  await flow.start(popup);
  stored.set('trip1', { code: 'of the first', error: null });
  await tick();
  expect(claimed).toEqual([]);
  stored.set('trip2', { code: 'of the second', error: null });
  await tick();
  expect(claimed).toEqual([['of the second', 'trip2']]);
});

test.each([
  ['the network is gone', refusal(0, 'x'), 'claim'],
  ['the provider is away', refusal(503, 'rally_unavailable'), 'claim'],
  ['the wallet holds nothing', refusal(403, 'not_a_holder'), 'signIn'],
  ['the event is sold out', refusal(409, 'sold_out'), 'nothing'],
] as const)('a refusal because %s says how to try again', async (_why, error, again) => {
  const { flow, popup, stored, claimed, tick, phase } = onStage([error, 'sold']);
  await flow.start(popup);
  stored.set('trip1', { code: 'c', error: null });
  await tick();
  expect(phase()).toEqual({ is: 'refused', message: error.message, again });
  if (again !== 'claim') return;
  await flow.claimAgain();
  expect([phase(), claimed]).toEqual([
    { is: 'done' },
    [
      ['c', 'trip1'],
      ['c', 'trip1'],
    ],
  ]);
});

test('errors are joined, an existing ticket is reported, and waiting ends after a limit', async () => {
  const { flow, popup, stored, tick, told, phase } = onStage([refusal(409, 'already_has_ticket', 'sold_out')]);
  await flow.start(popup);
  stored.set('trip1', { code: 'c', error: null });
  await tick();
  expect(phase()).toMatchObject({ message: 'said already_has_ticket, said sold_out' });
  expect(told()).toBe(1);
  const slow = onStage();
  await slow.flow.start(slow.popup);
  await slow.tick(rallyAttemptMs / rallyPollMs + 1);
  expect([slow.phase(), slow.polls.size]).toEqual([{ is: 'refused', message: 'too long', again: 'signIn' }, 0]);
});

test('a closed dialog stops its sign-in', async () => {
  let answer: (value: { url: string }) => void = () => undefined;
  const { flow, popup, polls } = onStage(['sold'], () => new Promise((resolve) => void (answer = resolve)));
  const started = flow.start(popup);
  flow.stop();
  answer({ url: 'https://wallet.example/?state=trip1' });
  await started;
  expect([polls.size, popup.at, popup.closed]).toEqual([0, '', true]);
});
