import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenBack } from './when-back.ts';

let browser: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', (browser = new EventTarget()));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hour = 3_600_000;

it('a server that answers at once needs no action, now or later', async () => {
  const act = vi.fn();
  const looks = vi.fn();
  const answers = vi.fn(async () => true);
  whenBack(act, looks, answers);
  await vi.advanceTimersByTimeAsync(hour);
  browser.dispatchEvent(new Event('online'));
  expect(answers).toHaveBeenCalledTimes(1);
  expect(looks).toHaveBeenLastCalledWith(false);
  expect(act).not.toHaveBeenCalled();
});

it('the action runs once when the server answers again, and then the server is not asked any more', async () => {
  const act = vi.fn();
  const looks = vi.fn();
  const answers = vi.fn(async () => false);
  whenBack(act, looks, answers);
  await vi.advanceTimersByTimeAsync(hour);
  // Half a minute to a minute apart in the end.
  expect(answers.mock.calls.length).toBeGreaterThan(60);
  expect(answers.mock.calls.length).toBeLessThan(130);
  expect(act).not.toHaveBeenCalled();
  answers.mockResolvedValue(true);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(hour);
  expect(act).toHaveBeenCalledTimes(1);
  expect(looks, 'until the end').not.toHaveBeenCalledWith(false);
  expect(looks).toHaveBeenCalledWith(true);
});

it('the action runs when the network comes back while the first question still hangs', async () => {
  const act = vi.fn();
  const answers = vi.fn(async () => true).mockReturnValueOnce(new Promise(() => undefined));
  whenBack(act, undefined, answers);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(1);
});

it('a caller who has gone is not called back', async () => {
  const act = vi.fn();
  const answers = vi.fn(async () => false);
  const stop = whenBack(act, undefined, answers);
  await vi.advanceTimersByTimeAsync(1);
  stop();
  answers.mockResolvedValue(true);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(hour);
  expect(act).not.toHaveBeenCalled();
});
