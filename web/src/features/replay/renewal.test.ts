import { expect, test } from 'vitest';
import { createRenewal } from './renewal.ts';

/** A player whose addresses are asked for; `answer` says whether there are new ones. */
function stage() {
  const at = { now: 0, asked: 0, isFailed: false };
  let answer = (_isRenewed: boolean): Promise<void> => Promise.resolve();
  const renewal = createRenewal({
    ask: () =>
      new Promise((resolve) => {
        at.asked += 1;
        answer = async (isRenewed) => {
          resolve(isRenewed);
          await Promise.resolve();
          await Promise.resolve();
        };
      }),
    say: (isFailed) => void (at.isFailed = isFailed),
    now: () => at.now,
  });
  return { at, renewal, answer: (isRenewed: boolean) => answer(isRenewed) };
}

test('a video whose address grew old gets a new one, however many tracks fail at once', async () => {
  const { at, renewal, answer } = stage();
  renewal.failed(false);
  renewal.failed(false);
  expect([at.asked, at.isFailed]).toEqual([1, false]);
  await answer(true);
  expect([at.asked, at.isFailed]).toEqual([1, false]);
  at.now += 10_000;
  renewal.failed(false);
  expect(at.asked).toBe(2);
});

test('without an answer people are shown that the video does not load, and may ask again', async () => {
  const { at, renewal, answer } = stage();
  for (const isOnly of [true, false]) {
    at.now += 20_000;
    renewal.failed(isOnly);
    await answer(false);
    expect(at.isFailed).toBe(true);
    renewal.retry();
    expect(at.isFailed).toBe(false);
    await answer(false);
    expect(at.isFailed).toBe(true);
    renewal.retry();
    await answer(true);
    expect(at.isFailed).toBe(false);
  }
});

test('an only video that fails again with its new address is said to; one of several tracks is left behind', async () => {
  const { at, renewal, answer } = stage();
  renewal.failed(true);
  await answer(true);
  at.now += 1_000;
  renewal.failed(false);
  expect([at.asked, at.isFailed]).toEqual([1, false]);
  renewal.failed(true);
  expect([at.asked, at.isFailed]).toEqual([1, true]);
});
