import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { roomOf, type TestRoom } from '../../../test/rooms.ts';
import { buy, giveTicket, startedAgo } from '../../../test/tickets.ts';
import { keepSettings } from '../../db/keep-settings.ts';

/** The room admits one viewer now; it admitted more before. */
const broadcastViewersMax = 1;
let app: TestApp;
beforeAll(async () => void (app = await testApp({ config: { broadcastViewersMax } })));
afterAll(() => app.close());

interface Sold {
  readonly room: TestRoom;
  readonly tickets: readonly string[];
}

/** The limit that sales and event pages use, as written by a start with another setting. */
const admits = (limit: number) => keepSettings(app.db, { ...app.kit.config, broadcastViewersMax: limit });

async function soldBroadcast(kind: 'broadcast' | 'interactive' = 'broadcast'): Promise<Sold> {
  const host = await newHost(app, { massive: true });
  const event = await startedAgo(app, await newEvent(app, host, { kind, capacity: 2, priceMinor: 1200 }), 0);
  const viewers = [await newViewer(app), await newViewer(app)];
  await admits(viewers.length);
  const tickets: string[] = [];
  for (const viewer of viewers) tickets.push((await giveTicket(app, event, viewer)).id);
  await admits(broadcastViewersMax);
  const room = roomOf(app, event, host, viewers);
  expect((await room.do(host, 'POST /events/streaming/start_streaming')).status).toBe(200);
  return { room, tickets };
}

const refund = (ticket: string | undefined, as: TestActor | undefined) =>
  app.call('POST /tickets/refund', { as: as!.token, body: { ticket_uuid: ticket } });
const refundable = async (room: TestRoom, who: TestActor | undefined) =>
  (await app.call('GET /tickets/mine', { as: who!.token, query: { event_uuid: room.event.id } })).data.tickets[0]
    ?.refundable;

test('a holder turned away by a lowered limit gets a clear refusal and a full refund, price and fee', async () => {
  const { room, tickets } = await soldBroadcast();
  const [inside, outside] = room.viewers;
  expect((await refund(tickets[1], outside)).errors[0]?.code).toBe('refund_not_due');
  expect((await room.join(inside!)).status).toBe(200);
  const refused = await room.join(outside!);
  expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'room_limited']);
  expect(await refundable(room, outside)).toBe(true);
  expect(await refundable(room, inside)).toBe(false);
  expect((await refund(tickets[0], inside)).errors[0]?.code).toBe('refund_not_due');
  expect((await refund(tickets[1], outside)).data.ticket.ticket_state).toBe('refunding');
  await app.quiesce();
  expect((await refund(tickets[1], outside)).data.ticket.ticket_state).toBe('refunded');
  const given = await app.db.query<{ amount_minor: number; reason: string }>(
    `SELECT r.amount_minor, r.reason FROM refund r JOIN payment p ON p.id = r.payment_id
       JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1`,
    [room.event.id],
  );
  expect(given).toEqual([{ amount_minor: 1310, reason: 'turned_away' }]);
  expect((await room.join(outside!)).errors[0]?.code).toBe('join_refused');
});

test('the refund is due only while the room is full: not once a viewer left, and not after the end', async () => {
  const { room, tickets } = await soldBroadcast();
  const [inside, outside] = room.viewers;
  await room.join(inside!);
  expect(await refundable(room, outside)).toBe(true);
  await room.do(inside!, 'POST /events/streaming/leave_streaming');
  expect(await refundable(room, outside)).toBe(false);
  expect((await refund(tickets[1], outside)).errors[0]?.code).toBe('refund_not_due');
  expect((await room.join(inside!)).status).toBe(200);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect((await refund(tickets[1], outside)).errors[0]?.code).toBe('refund_not_due');
});

test('a viewer whom a moderator removed is not turned away by the limit', async () => {
  const { room, tickets } = await soldBroadcast();
  const [inside, outside] = room.viewers;
  await room.join(outside!);
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: outside!.username });
  await room.join(inside!);
  expect((await refund(tickets[1], outside)).errors[0]?.code).toBe('refund_not_due');
});

test('once the limit is lowered, no more seats are sold than the room admits, and the page shows none', async () => {
  const host = await newHost(app, { massive: true });
  for (const [priceMinor, more] of [
    [0, {}],
    [1200, { stripe_token: 'pm_card_visa' }],
  ] as const) {
    const event = await newEvent(app, host, { kind: 'broadcast', capacity: 3, priceMinor });
    const free = async () =>
      (await app.call('GET /events/:id', { params: { id: event.id } })).data.event.event_num_tickets_free_streaming;
    expect(await free()).toBe(1);
    await giveTicket(app, event, await newViewer(app));
    await until('the page shows no seat', async () => (await free()) === 0);
    expect((await buy(app, event, await newViewer(app), more)).errors[0]?.code).toBe('sold_out');
    await admits(2);
    expect((await buy(app, event, await newViewer(app), more)).status).toBe(200);
    await admits(broadcastViewersMax);
  }
});

test('an interactive room admits everyone who bought a ticket', async () => {
  const { room } = await soldBroadcast('interactive');
  for (const viewer of room.viewers) expect((await room.join(viewer)).status).toBe(200);
});
