import { balanceEventsPageSize } from '@frontrow/core/balance/limits.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('a host’s movements are their own, listed by event and kind, and without formulas in the file', async () => {
  const [host, other] = [await newHost(app), await newHost(app)];
  const one = await newEvent(app, host, { priceMinor: 1200, title: '＝SUM(A1), "all"' });
  const two = await newEvent(app, host, { priceMinor: 700 });
  for (const event of [one, one, two]) await giveTicket(app, event, await newViewer(app));
  await app.db.query('SELECT refund_orders($1, $2, NULL, 1)', [one.id, 'admin']);
  await app.quiesce();
  const list = async (query: Record<string, string>, as = host) =>
    (await app.call('GET /balance', { as: as.token, query })).data.movements.map((each) => each.amount);
  expect(await list({})).toEqual([-12, 7, 12, 12]);
  expect(await list({ event_uuid: one.id })).toEqual([-12, 12, 12]);
  expect(await list({ group: 'refunds' })).toEqual([-12]);
  expect(await list({ group: 'sales', event_uuid: two.id })).toEqual([7]);
  expect(await list({ event_uuid: one.id }, other)).toEqual([]);
  expect((await app.call('GET /balance', { as: (await newViewer(app)).token })).status).toBe(403);
  const { data } = await app.call('GET /balance/export', { as: host.token });
  expect(data.complete).toBe(true);
  expect(data.csv.startsWith('\uFEFFdate,kind,event,')).toBe(true);
  expect(data.csv.lastIndexOf('\uFEFF')).toBe(0);
  expect(data.csv.slice(1).trim().split('\r\n')).toHaveLength(5);
  expect(data.csv).toContain(`"'＝SUM(A1), ""all""",-12.00,-12.00,0.00,EUR`);
  const { data: coming } = await app.call('GET /balance/events', { as: host.token, query: { scope: 'pending' } });
  expect(coming.events.map((event) => [event.pending, event.available_at])).toEqual(
    expect.arrayContaining([
      [12, null],
      [7, null],
    ]),
  );
});

test('events whose money is still to come are listed by date from page to page, the earliest first', async () => {
  const host = await newHost(app);
  const viewer = await newViewer(app);
  const inDays = Array.from({ length: balanceEventsPageSize + 2 }, (_, index) => 3 + index);
  for (const ahead of inDays.toReversed()) {
    const event = await startedAgo(app, await newEvent(app, host, { priceMinor: 500 }), -days(ahead));
    await giveTicket(app, event, viewer);
  }
  const dates: number[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { scope: 'pending' as const, ...(cursor && { cursor }) };
    const { data } = await app.call('GET /balance/events', { as: host.token, query });
    dates.push(...data.events.map(({ event_date: at }) => at));
    if (data.next_cursor === null) break;
    cursor = data.next_cursor;
  }
  expect(dates).toHaveLength(inDays.length);
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
});
