import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { joinLinkQuery } from './join-link.ts';

afterEach(() => vi.unstubAllGlobals());

it('the state of a link is asked for again after its button was refused, and not while the seat is taken', async () => {
  const states = ['open', 'gone'];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { link_state: states.shift() } })));
  const client = new QueryClient();
  const link = new QueryObserver(client, joinLinkQuery('token'));
  const stop = link.subscribe(() => undefined);
  await eventually(() => expect(link.getCurrentResult().data).toEqual({ link_state: 'open' }));
  // The seat is another person's from here on: what the one before was answered is asked for again.
  await client.invalidateQueries();
  expect(link.getCurrentResult().data).toEqual({ link_state: 'open' });
  await link.refetch();
  expect(link.getCurrentResult().data).toEqual({ link_state: 'gone' });
  stop();
});
