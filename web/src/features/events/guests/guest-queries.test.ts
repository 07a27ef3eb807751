import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/app/query-client.ts';
import { guestListQuery, salesQuery } from './guest-queries.ts';

const uuid = 'e1';
const asked: string[] = [];
let answered = 'before';

function serverOfPages(): void {
  asked.length = 0;
  answered = 'before';
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://localhost');
    asked.push(
      `${url.pathname.split('/').at(-1)} ${url.searchParams.get('after_seat') ?? url.searchParams.get('cursor')}`,
    );
    const isSecond = ['50', 'next'].includes(
      url.searchParams.get('after_seat') ?? url.searchParams.get('cursor') ?? '',
    );
    const data = {
      entries: [{ name: `${answered} ${isSecond ? 2 : 1}` }],
      orders: [{ name: `${answered} ${isSecond ? 2 : 1}` }],
      next_after_seat: isSecond ? null : 50,
      next_cursor: isSecond ? null : 'next',
    };
    return new Response(JSON.stringify({ data }), { status: 200 });
  });
}

afterEach(() => vi.unstubAllGlobals());

it('the guest list stays where it was scrolled to while a new version of the event is read', async () => {
  serverOfPages();
  const client = createQueryClient({ retry: false });
  const list = new InfiniteQueryObserver(client, guestListQuery(client, { event_uuid: uuid, event_version: 1 }));
  const stop = list.subscribe(() => undefined);
  const names = () => list.getCurrentResult().data?.pages.flatMap(({ entries }) => entries.map(({ name }) => name));
  await vi.waitFor(() => expect(names()).toEqual(['before 1']));
  await list.fetchNextPage();
  answered = 'after';
  asked.length = 0;
  list.setOptions(guestListQuery(client, { event_uuid: uuid, event_version: 2 }));
  expect(names()).toEqual(['before 1', 'before 2']);
  await vi.waitFor(() => expect(names()).toEqual(['after 1', 'after 2']));
  expect(asked).toEqual(['door_list 0', 'door_list 50']);
  stop();
});

it('another search starts at its first page', async () => {
  serverOfPages();
  const client = createQueryClient({ retry: false });
  const event = { event_uuid: uuid, event_version: 1 };
  const list = new InfiniteQueryObserver(client, guestListQuery(client, event));
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  await list.fetchNextPage();
  asked.length = 0;
  list.setOptions(guestListQuery(client, event, 'ro'));
  expect(list.getCurrentResult().isPlaceholderData).toBe(true);
  await vi.waitFor(() => expect(list.getCurrentResult().isPlaceholderData).toBe(false));
  expect(asked).toEqual(['door_list 0']);
  stop();
});

it('the sales stay where they were scrolled to while a new version of the event is read', async () => {
  serverOfPages();
  const client = createQueryClient({ retry: false });
  const list = new InfiniteQueryObserver(client, salesQuery(client, { event_uuid: uuid, event_version: 1 }));
  const stop = list.subscribe(() => undefined);
  const names = () => list.getCurrentResult().data?.pages.flatMap(({ orders }) => orders.map(({ name }) => name));
  await vi.waitFor(() => expect(names()).toEqual(['before 1']));
  await list.fetchNextPage();
  answered = 'after';
  list.setOptions(salesQuery(client, { event_uuid: uuid, event_version: 2 }));
  expect(names()).toEqual(['before 1', 'before 2']);
  await vi.waitFor(() => expect(names()).toEqual(['after 1', 'after 2']));
  stop();
});
