import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureKeptMs, loadOnDemand } from './load-on-demand.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('code that failed to load is fetched again a moment later, and code that loaded is fetched once', async () => {
  const fetchCode = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('no network'));
  const code = loadOnDemand(fetchCode);
  await expect(code.load()).rejects.toThrow('no network');
  // React looks again before it shows a failure.
  await vi.advanceTimersByTimeAsync(failureKeptMs - 1);
  await expect(code.load()).rejects.toThrow('no network');
  expect(fetchCode).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await code.load()).toBe('here');
  expect(code.useCode()).toBe('here');
  await vi.advanceTimersByTimeAsync(failureKeptMs);
  expect(await code.load()).toBe('here');
  expect(fetchCode).toHaveBeenCalledTimes(2);
});
