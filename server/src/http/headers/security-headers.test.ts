import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('data may not run anything at all', async () => {
  const answer = await app.http.inject({ url: '/api/events' });
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('no cache keeps what is somebody’s own; what is everybody’s is asked about again', async () => {
  const host = await newHost(app);
  const { id } = await newEvent(app, host);
  const own = { 'access-token': host.token };
  const kept = async (url: string, headers = {}) => (await app.http.inject({ url, headers })).headers['cache-control'];
  for (const url of [
    '/api/user/profile',
    '/api/user/export',
    '/api/tickets/mine',
    `/api/events/${id}/draft`,
    '/api/no/call',
  ])
    expect([url, await kept(url, own)]).toEqual([url, 'no-store']);
  for (const url of [`/api/events/${id}`, '/api/events', `/api/hosts/${host.username}`])
    for (const headers of [{}, own]) expect([url, await kept(url, headers)]).toEqual([url, 'no-cache']);
  const logIn = { method: 'POST', url: '/api/auth/login', payload: { email: 'a@b.co', password: 'x' } } as const;
  expect((await app.http.inject(logIn)).headers['cache-control']).toBe('no-store');
});
