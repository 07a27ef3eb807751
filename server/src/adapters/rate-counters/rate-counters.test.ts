import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newViewer } from '../../../test/actors.ts';
import { testApp, until } from '../../../test/harness.ts';
import { startRedis, type TestRedis } from '../../../test/redis.ts';
import { type App, createApp } from '../../app.ts';
import { eventPollLimit, loginLimit } from '../../http/limits/limits.ts';
import type { RateCounter } from '../../ports/rate-counters.ts';
import { silentLog } from '../../ports/log.ts';
import { chooseRateCounters } from './choose-rate-counters.ts';

let redis: TestRedis;
beforeAll(async () => void (redis = await startRedis()));
afterAll(() => redis.kill());

const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
/** The counts of one more process. */
async function countsOf(redisUrl: string | undefined, name: string, windowMs = 60_000): Promise<RateCounter> {
  const { openRateCounter, closeRateCounters } = await chooseRateCounters({ config: { redisUrl }, log: silentLog });
  closing.push(closeRateCounters);
  return openRateCounter(name, windowMs);
}
const times = async (counts: RateCounter, key: string): Promise<number> => (await counts.take(key)).current;

describe.each([
  ['this process', () => undefined],
  ['Redis', () => redis.url],
])('counts in %s', (where, url) => {
  test('each caller and each limit is counted separately', async () => {
    const counts = await countsOf(url(), `${where} own`);
    expect([await times(counts, 'ann'), await times(counts, 'ann')]).toEqual([1, 2]);
    expect(await times(counts, 'ben')).toBe(1);
    expect(await times(await countsOf(url(), `${where} other`), 'ann')).toBe(1);
    expect([await counts.isFull('ann', 2), await counts.isFull('ann', 3)]).toEqual([true, false]);
    expect(await counts.isFull('nobody', 1)).toBe(false);
  });

  test('a window ends, and says how long it lasts', async () => {
    const counts = await countsOf(url(), `${where} short`, 1000);
    const first = await counts.take('ann');
    expect(first.ttl).toBeGreaterThan(0);
    expect(first.ttl).toBeLessThanOrEqual(1000);
    await until('the window is over', async () => !(await counts.isFull('ann', 1)));
    expect(await times(counts, 'ann')).toBe(1);
  });
});

test('two processes count together in Redis, and by themselves without', async () => {
  const [one, other] = [await countsOf(redis.url, 'both'), await countsOf(redis.url, 'both')];
  expect([await times(one, 'ann'), await times(other, 'ann')]).toEqual([1, 2]);
  const [alone, apart] = [await countsOf(undefined, 'both'), await countsOf(undefined, 'both')];
  expect([await times(alone, 'ann'), await times(apart, 'ann')]).toEqual([1, 1]);
});

test('processes count alone while Redis is away, and together again afterwards', async () => {
  const [one, other] = [await countsOf(redis.url, 'away'), await countsOf(redis.url, 'away')];
  await redis.kill();
  expect([await times(one, 'ann'), await times(one, 'ann'), await times(other, 'ann')]).toEqual([1, 2, 1]);
  await redis.start();
  await until('they count together', async () => (await times(one, 'y')) + 1 === (await times(other, 'y')));
});

test('a caller who used a limit up at one process is refused by the other', async () => {
  const one = await testApp({ config: { redisUrl: redis.url } });
  closing.push(() => one.close());
  const other = await createApp(one.kit.config, { databaseUrl: one.databaseUrl, log: silentLog, clock: one.clock });
  const viewer = await newViewer(one);
  const headers = { [accessTokenHeader]: viewer.token };
  const ask = async (asked: Pick<App, 'http'>) =>
    (await asked.http.inject({ method: 'POST', url: '/api/auth/rally', headers, payload: {} })).statusCode;
  const statuses = await Promise.all(Array.from({ length: loginLimit.max }, (_, n) => ask(n % 2 ? one : other)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([await ask(one), await ask(other)]).toEqual([429, 429]);
  await other.stop();
});

test('a caller over both limits of one call is refused once, and no error is left without a handler', async () => {
  const app = await testApp({ config: { redisUrl: redis.url } });
  closing.push(() => app.close());
  const headers = { [accessTokenHeader]: (await newViewer(app)).token };
  const url = `/api/events/${randomUUID()}/queue`;
  const ask = async () => (await app.http.inject({ url, headers })).statusCode;
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    const statuses = await Promise.all(Array.from({ length: eventPollLimit.max }, ask));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([429, 429, 429]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
