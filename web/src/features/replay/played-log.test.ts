import { expect, test } from 'vitest';
import { createPlayedLog } from './played-log.ts';

test('moments played in one go are one stretch, and a seek begins a new one', () => {
  const log = createPlayedLog();
  for (const moment of [1_000, 1_250, 1_500]) log.note(moment);
  log.rest();
  for (const moment of [1_600, 1_850]) log.note(moment);
  for (const moment of [60_000, 60_250, 20_000, 20_250]) log.note(moment);
  expect(log.take()).toEqual([
    { from: 1_000, to: 1_500 },
    { from: 1_600, to: 1_850 },
    { from: 60_000, to: 60_250 },
    { from: 20_000, to: 20_250 },
  ]);
  expect(log.take()).toEqual([]);
});

test('the stretch after a report begins where the report ended', () => {
  const log = createPlayedLog();
  log.note(1_000);
  log.note(1_250);
  expect(log.take()).toEqual([{ from: 1_000, to: 1_250 }]);
  log.note(1_500);
  expect(log.take()).toEqual([{ from: 1_250, to: 1_500 }]);
});

test('a report that did not arrive is part of the next one, which has at most 50 stretches', () => {
  const log = createPlayedLog();
  log.note(1_000);
  log.note(1_250);
  log.putBack(log.take());
  expect(log.take()).toEqual([{ from: 1_000, to: 1_250 }]);
  for (let at = 0; at < 60; at += 1) {
    log.rest();
    log.note(at * 10_000);
    log.note(at * 10_000 + 500);
  }
  const taken = log.take();
  expect(taken).toHaveLength(50);
  expect(taken.at(-1)).toEqual({ from: 590_000, to: 590_500 });
});
