import { describe, expect, test } from 'vitest';
import { days, minutes } from '../kernel/instant.ts';
import { decideReplayAccess, previewEnd, type ReplayOnOffer } from './replay-sale.ts';

const replay: ReplayOnOffer = {
  isOver: true,
  isCancelled: false,
  hasRecording: true,
  isRemoved: false,
  takenDownBecause: undefined,
  keptForMs: days(90),
  currency: 'EUR',
};
const host = { isHost: true };
const sale = (price?: number) => ({ access: 'sale', price }) as const;

describe('offering a replay', () => {
  test('an offer has its price in minor units, and none where nothing is sold', () => {
    expect(decideReplayAccess(replay, host, sale(12.5))).toBe(1250);
    for (const access of ['free', 'tickets'] as const)
      expect(decideReplayAccess(replay, host, { access, price: 5 })).toBeUndefined();
  });

  test.each([0, 0.99, 500.01, Number.NaN, undefined])('a price of %s is refused', (price) => {
    expect(() => decideReplayAccess(replay, host, sale(price))).toThrow(/between 1 and 500 EUR/);
  });

  test.each([
    ['EUR', 5.005],
    ['JPY', 500.5],
  ])('a price in %s with more decimals than the currency has is refused', (currency, price) => {
    expect(() => decideReplayAccess({ ...replay, currency }, host, sale(price))).toThrow(/decimals/);
  });

  test('only the host offers a replay, after the end, while there is a recording', () => {
    expect(() => decideReplayAccess(replay, { isHost: false }, sale(5))).toThrow(/Only the host/);
    expect(() => decideReplayAccess({ ...replay, isOver: false }, host, sale(5))).toThrow(/after the event ends/);
    for (const gone of [{ hasRecording: false }, { isRemoved: true }, { isCancelled: true }])
      expect(() => decideReplayAccess({ ...replay, ...gone }, host, sale(5))).toThrow(/no replay/);
  });

  test('a replay is not offered in its last 14 days', () => {
    expect(decideReplayAccess({ ...replay, keptForMs: days(14) + 1 }, host, sale(5))).toBe(500);
    expect(() => decideReplayAccess({ ...replay, keptForMs: days(14) }, host, sale(5))).toThrow(/14 days/);
  });
});

test('the preview ends after two minutes of recording, across pauses', () => {
  expect(previewEnd([{ from: 0, to: minutes(5) }])).toBe(minutes(2));
  const paused = [
    { from: 0, to: minutes(1) },
    { from: minutes(10), to: minutes(30) },
  ];
  expect(previewEnd(paused)).toBe(minutes(11));
  expect(previewEnd([{ from: 0, to: minutes(1) }]), 'half of a short one').toBe(minutes(0.5));
  expect(previewEnd([{ from: 0, to: 1_001 }]), 'in whole milliseconds').toBe(500);
  expect(previewEnd([])).toBe(0);
});
