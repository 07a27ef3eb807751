import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.0.2.7', 403],
])('without a token the numbers are for this machine: asked from %s it answers %s', async (remoteAddress, status) => {
  expect((await app.http.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(status);
});

test('where a token is set, only who sends it reads the metrics, from anywhere', async () => {
  const guarded = await testApp({ config: { metricsToken: 'scrape-me' } });
  const status = async (authorization?: string) =>
    (await guarded.http.inject({ url: '/metrics', headers: { ...(authorization !== undefined && { authorization }) } }))
      .statusCode;
  expect(await status('Bearer scrape-me')).toBe(200);
  for (const wrong of [undefined, '', 'Bearer ', 'Bearer scrape-m', 'Bearer scrape-me2'])
    expect(await status(wrong)).toBe(403);
  await guarded.close();
});
