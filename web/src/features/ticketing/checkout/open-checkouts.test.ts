import { beforeEach, expect, it, vi } from 'vitest';
import { enterCheckout, leaveCheckout } from './open-checkouts.ts';

const lock = (name: string) => ({ name, mode: 'shared', clientId: 'a tab' });
const ours = lock('checkout e1');
let held: object[];
let pending: object[];
beforeEach(() => {
  [held, pending] = [[], []];
  vi.stubGlobal('navigator', { locks: { request: vi.fn(), query: async () => ({ held, pending }) } });
});

it('another tab is found, whether or not our own mark was made in time, and also when asked twice', async () => {
  enterCheckout('e1');
  [held, pending] = [[ours], [ours]];
  expect(await leaveCheckout('e1')).toBe(true);
  enterCheckout('e1');
  [held, pending] = [[ours, ours], []];
  expect(await leaveCheckout('e1')).toBe(true);
  held = [ours];
  expect(await leaveCheckout('e1')).toBe(true);
});

it('our own mark, or that of another event, is not another tab', async () => {
  enterCheckout('e1');
  [held, pending] = [[lock('checkout e2')], [ours]];
  expect(await leaveCheckout('e1')).toBe(false);
});
