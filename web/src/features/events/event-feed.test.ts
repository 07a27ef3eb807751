import { afterEach, expect, it, vi } from 'vitest';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { accessToken, clearTokens, storeTokens } from '#web/shared/api/tokens.ts';
import { fetchEvent } from './event-feed.ts';

afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
});

/** Address and token of each request. */
function answering(): string[][] {
  const seen: string[][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    seen.push([path, new Headers(init.headers).get('access-token') ?? '']);
    return new Response('{"data":{}}');
  });
  return seen;
}

const tokenUntil = (ms: number): string => `x.${btoa(JSON.stringify({ sub: '7', exp: Math.floor(ms / 1000) }))}.y`;

it('a poll sends the session of a person, and the public token for everyone else', async () => {
  const seen = answering();
  await fetchEvent('e1', undefined);
  const access_token = tokenUntil(Date.now() + 60_000);
  storeTokens({ access_token, refresh_token: 'r1' });
  await fetchEvent('e1', undefined);
  expect(seen).toEqual([
    ['/api/events/e1', publicToken],
    ['/api/events/e1', access_token],
  ]);
});

it('an expired token is left out, so that a page left open polls as a visitor', async () => {
  const seen = answering();
  const access_token = tokenUntil(Date.now() - 1_000);
  storeTokens({ access_token, refresh_token: 'r1' });
  for (let n = 0; n < 3; n++) await fetchEvent('e1', undefined);
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['/api/events/e1', publicToken]));
  expect(accessToken()).toBe(access_token);
});

it('a changed page whose answer was discarded is asked for again', async () => {
  const asked: (string | null)[] = [];
  let version = 0;
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const known = new Headers(init.headers).get('if-none-match');
    asked.push(known);
    if (known === `"${version}"`) return new Response(null, { status: 304 });
    return new Response(JSON.stringify({ data: { version } }), { headers: { etag: `"${version}"` } });
  });
  const shown = await fetchEvent('e2', undefined);
  expect(await fetchEvent('e2', shown), 'nothing changed').toBe(shown);
  version = 1;
  await fetchEvent('e2', shown);
  expect(await fetchEvent('e2', shown)).toEqual({ version: 1 });
  expect(asked).toEqual([null, '"0"', '"0"', '"0"']);
});

it('unchanged parts of a drawn page stay the same objects, and its ETag is sent from then on', async () => {
  const asked: (string | null)[] = [];
  const answer = '{"data":{"event":{"event_title":"Ramen"},"watching":3}}';
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('if-none-match'));
    const response = new Response(answer, { headers: { etag: '"3"' } });
    // Node makes the objects of `json()` in another realm, where they are not plain ones.
    return Object.assign(response, { json: async () => JSON.parse(answer) as unknown });
  });
  const drawnWith = (watching: number): WireEventPage => ({
    ...(JSON.parse(answer) as { data: WireEventPage }).data,
    watching,
  });
  const drawn = drawnWith(3);
  expect(await fetchEvent('e3', drawn)).toBe(drawn);
  await fetchEvent('e3', drawn);
  const changed = drawnWith(2);
  const page = await fetchEvent('e3', changed);
  expect(page.watching).toBe(3);
  expect(page.event).toBe(changed.event);
  expect(asked).toEqual([null, '"3"', null]);
});
