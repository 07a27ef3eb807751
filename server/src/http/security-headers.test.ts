import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const always = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'];

test.each(['/healthz', '/api/events', '/api/no/such/call', '/api/events/purchase', '/api/docs', '/media/no-such-file'])(
  '%s carries the headers that keep it from being framed, sniffed or run',
  async (url) => {
    const answer = await app.http.inject({ url, method: url.endsWith('purchase') ? 'POST' : 'GET' });
    for (const name of always) expect(answer.headers[name], `${url}: ${name}`).toBeTruthy();
    expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'|sandbox/);
  },
);

test('data may not run anything at all', async () => {
  const answer = await app.http.inject({ url: '/api/events' });
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});
