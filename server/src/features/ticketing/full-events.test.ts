import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { buy, giveTicket, purchaseBody } from '../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const paid = { stripe_token: 'pm_card_visa' };
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);

/** One seat, taken by the returned holder; somebody was told that it is sold out. */
async function soldOut(priceMinor: number): Promise<{ event: TestEvent; holder: TestActor }> {
  const event = await newEvent(app, host, { capacity: 1, priceMinor });
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  expect(codes(await buy(app, event, await newViewer(app), paid))).toEqual(['sold_out']);
  return { event, holder };
}

test.each([0, 1200])('who comes to a full event (%i cents) reads their own word', async (priceMinor) => {
  const { event, holder } = await soldOut(priceMinor);
  const stranger = await newViewer(app);
  const answers = await Promise.all([
    buy(app, event, stranger, paid),
    buy(app, event, holder, paid),
    buy(app, event, host, paid),
    app.call('POST /events/hold', { as: stranger.token, body: await purchaseBody(app, event) }),
    app.call('POST /events/purchase', {
      as: stranger.token,
      body: { event_uuid: event.id, type: 'streaming', ...paid },
    }),
    app.call('POST /events/purchase_no_login', {
      body: { ...(await purchaseBody(app, event, paid)), email: 'late@guest.test' },
    }),
  ]);
  expect(answers.map(codes)).toEqual([
    ['sold_out'],
    ['already_has_ticket'],
    ['own_event'],
    ['sold_out'],
    ['ticket_type_wrong'],
    ['sold_out'],
  ]);
});

test('an order that waits for its money is found again', async () => {
  const event = await newEvent(app, host, { capacity: 1, priceMinor: 1200 });
  const viewer = await newViewer(app);
  const body = await purchaseBody(app, event);
  const held = await app.call('POST /events/hold', { as: viewer.token, body });
  expect(codes(await buy(app, event, await newViewer(app), paid))).toEqual(['sold_out']);
  expect((await app.call('POST /events/hold', { as: viewer.token, body })).data).toEqual(held.data);
  expect((await buy(app, event, viewer, paid)).data.ticket?.ticket_state).toBe('valid');
});

test('a seat that is free again is sold, and an event that is called off says so', async () => {
  const { event } = await soldOut(0);
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [event.id]);
  expect((await buy(app, event, await newViewer(app))).status).toBe(200);
  const { event: gone } = await soldOut(1200);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: gone.id } });
  expect(codes(await buy(app, gone, await newViewer(app), paid))).toEqual(['event_cancelled']);
});

test('nobody queues for the row to hear it', async () => {
  const { event } = await soldOut(1200);
  await app.db.tx(async (tx) => {
    await tx.query('SELECT id FROM event WHERE id = $1 FOR UPDATE', [event.id]);
    expect(codes(await buy(app, event, await newViewer(app), paid))).toEqual(['sold_out']);
  });
});
