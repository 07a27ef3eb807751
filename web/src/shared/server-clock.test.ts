import { beforeEach, expect, it, vi } from 'vitest';

const minute = 60_000;
const hour = 60 * minute;
/** The server's time at the start of a test: within a second, not at its beginning. */
const began = Date.UTC(2026, 10, 22, 18, 30, 0, 400);

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** How long ago the server wrote its `Date`. */
  keptMs?: number;
  /** How long the request and the answer travel. */
  therMs?: number;
  backMs?: number;
  onTheWay?: () => void;
}

/** A page on a computer whose clock is ahead of the server's. */
async function reader(aheadAtFirstMs: number, stored = new Map<string, string>()) {
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
  let aheadMs = aheadAtFirstMs;
  vi.setSystemTime(began + aheadMs);
  vi.resetModules();
  const clock = await import('./server-clock.ts');
  const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
  const serverTime = () => Date.now() - aheadMs;
  const hear = async (answer: Answer = {}, init: RequestInit = {}) => {
    const { status = 200, headers = {}, keptMs = 0, therMs = 0, backMs = 0 } = answer;
    vi.stubGlobal('fetch', async () => {
      pass(therMs);
      const date = new Date(serverTime() - keptMs).toUTCString();
      pass(backMs);
      answer.onTheWay?.();
      return new Response(null, { status, headers: { date, 'cache-control': 'no-store', ...headers } });
    });
    await clock.fetchOwn('/api', init);
  };
  const setClockAhead = (ms: number) => {
    pass(ms - aheadMs);
    aheadMs = ms;
  };
  /** How far the page's idea of the server's time is off. */
  const error = () => clock.serverNow() - serverTime();
  return { clock, hear, pass, setClockAhead, error };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it.each([12 * minute, -12 * minute, 7 * hour, -7 * hour])(
  'the time is known to a second after one answer, where the clock is %i ms ahead',
  async (aheadMs) => {
    const { hear, error } = await reader(aheadMs);
    expect(error()).toBe(aheadMs);
    await hear();
    expect(Math.abs(error())).toBeLessThanOrEqual(1_000);
  },
);

it('the time gets more exact with every answer', async () => {
  const { hear, pass, error } = await reader(-12 * minute);
  for (let answers = 0; answers < 20; answers++) {
    await hear();
    pass(1_070);
  }
  expect(Math.abs(error())).toBeLessThanOrEqual(100);
});

it('a right clock is left alone, however long an answer travels', async () => {
  const { clock, hear, error } = await reader(0);
  const moved = vi.fn();
  clock.onClockOffset(moved);
  for (const way of [{}, { therMs: 9_000 }, { backMs: 9_000 }, { therMs: 300, backMs: 4_000 }]) await hear(way);
  expect(error()).toBe(0);
  expect(moved).not.toHaveBeenCalled();
});

it('a wrong clock is corrected to within the travel time', async () => {
  for (const way of [{ therMs: 4_000 }, { backMs: 4_000 }]) {
    const { hear, error } = await reader(7 * hour);
    await hear(way);
    expect(Math.abs(error())).toBeLessThanOrEqual(5_000);
  }
});

it.each([
  ['an answer that the browser may have kept', { headers: { 'cache-control': 'no-cache' } }],
  ['an answer without a word about caches', { headers: { 'cache-control': '' } }],
  ['an answer that a cache on the way kept', { headers: { age: '1800' } }],
])('a right clock is not put back by the Date of %s', async (_what, answer) => {
  const { hear, error } = await reader(0);
  await hear({ ...answer, keptMs: 30 * minute });
  expect(error()).toBe(0);
});

it('a slow clock is corrected by a kept answer, whose Date is past in any case', async () => {
  const { hear, error } = await reader(-7 * hour);
  await hear({ headers: { 'cache-control': 'no-cache' }, keptMs: 30 * minute });
  expect(error()).toBe(-30 * minute - 400);
});

it.each([
  [
    'says that nothing changed since the version asked with',
    { status: 304, headers: { 'cache-control': 'no-cache' } },
    {},
  ],
  ['is no GET', { headers: { 'cache-control': '' } }, { method: 'POST' }],
  ['was asked for past the cache', { headers: { 'cache-control': '' } }, { cache: 'no-store' as const }],
])('the Date of an answer that %s is believed', async (_what, answer, init) => {
  const { hear, error } = await reader(7 * hour);
  await hear(answer, init);
  expect(Math.abs(error())).toBeLessThanOrEqual(1_000);
});

it('the time of a drawn page counts as past, not as now', async () => {
  const slow = await reader(-12 * minute);
  slow.clock.serverTimeIsPast(began - minute);
  expect(slow.error()).toBe(-minute);
  const fast = await reader(12 * minute);
  fast.clock.serverTimeIsPast(began - minute);
  expect(fast.error()).toBe(12 * minute);
});

it('the time follows when the reader sets the clock', async () => {
  const { clock, hear, setClockAhead, error } = await reader(7 * hour);
  const told = vi.fn();
  const stop = clock.onClockOffset(told);
  await hear();
  expect(told).toHaveBeenCalledTimes(1);
  setClockAhead(0);
  await hear();
  expect(Math.abs(error())).toBeLessThanOrEqual(1_000);
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  setClockAhead(-hour);
  await hear();
  expect(told).toHaveBeenCalledTimes(2);
});

it('the offset is kept for the next page, and the first answer corrects it', async () => {
  const stored = new Map<string, string>();
  const first = await reader(7 * hour, stored);
  await first.hear();
  const next = await reader(7 * hour, stored);
  expect(Math.abs(next.error())).toBeLessThanOrEqual(1_000);
  const clockSet = await reader(0, stored);
  expect(Math.abs(clockSet.error() + 7 * hour)).toBeLessThanOrEqual(1_000);
  await clockSet.hear();
  expect(Math.abs(clockSet.error())).toBeLessThanOrEqual(1_000);
});

it('a right clock stores nothing', async () => {
  const stored = new Map<string, string>();
  const { hear } = await reader(0, stored);
  await hear();
  expect(stored.size).toBe(0);
});

it('an answer during which the reader set the clock is ignored', async () => {
  const { hear, setClockAhead, error } = await reader(7 * hour);
  await hear({ onTheWay: () => setClockAhead(0) });
  expect(error()).toBe(0);
});

it('the time is asked for only where the page has made no request yet', async () => {
  const asked = vi.fn(async () => new Response());
  const { clock } = await reader(0);
  vi.stubGlobal('fetch', asked);
  clock.askServerTime();
  clock.askServerTime();
  expect(asked).toHaveBeenCalledExactlyOnceWith('/healthz', { cache: 'no-store' });
});

it('an answer without a Date is ignored', async () => {
  const { hear, error } = await reader(minute);
  await hear({ headers: { date: '' } });
  expect(error()).toBe(minute);
});
