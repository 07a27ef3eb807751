import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWeakNetwork } from './quality.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function network() {
  const said: boolean[] = [];
  const weak = createWeakNetwork((on) => said.push(on));
  return { said, ...weak };
}

describe('a weak connection', () => {
  it('the pictures stay over a short dip', () => {
    const { said, report } = network();
    report('weak');
    vi.advanceTimersByTime(7_900);
    report('good');
    vi.advanceTimersByTime(60_000);
    expect(said).toEqual([]);
  });

  it('the pictures stop after 8 seconds, and return once the connection was good for 15', () => {
    const { said, report } = network();
    report('weak');
    report('lost');
    vi.advanceTimersByTime(8_000);
    expect(said).toEqual([true]);
    report('good');
    vi.advanceTimersByTime(14_900);
    expect(said).toEqual([true]);
    vi.advanceTimersByTime(100);
    expect(said).toEqual([true, false]);
  });

  it('the pause before pictures return doubles each time that they were too much', () => {
    const { said, report } = network();
    for (const pauseMs of [15_000, 30_000, 60_000]) {
      report('weak');
      vi.advanceTimersByTime(8_000);
      report('good');
      vi.advanceTimersByTime(pauseMs - 100);
      expect(said.at(-1)).toBe(true);
      vi.advanceTimersByTime(100);
      expect(said.at(-1)).toBe(false);
    }
  });

  it('the pictures stay as they are after the watch is stopped', () => {
    const { said, report, stop } = network();
    report('weak');
    stop();
    vi.advanceTimersByTime(60_000);
    expect(said).toEqual([]);
  });
});
