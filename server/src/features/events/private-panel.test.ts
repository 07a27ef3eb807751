import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const panel = async (host: TestActor, event: TestEvent) =>
  (await app.call('GET /events/:id/private', { as: host.token, params: { id: event.id } })).data;

/** Gross less everything that was taken off it is what the ledger says. */
const addsUp = (data: Awaited<ReturnType<typeof panel>>): boolean =>
  data.gross_revenue - data.discounts - data.complimentary - data.refunds + data.kept === data.net_revenue;

test('gross revenue is attendees times price, the fee the same way, and the rest leads to the net', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, {
    priceMinor: 1200,
    promo: { code: 'HALF', percent: 50 },
    selfCancel: { hours: 1, percent: 50 },
  });
  const [first, second, third, fourth] = [
    await newViewer(app),
    await newViewer(app),
    await newViewer(app),
    await newViewer(app),
  ];
  for (const buyer of [first, third]) await giveTicket(app, event, buyer);
  await buy(app, event, second, { stripe_token: 'pm_card_visa', promo_code: 'HALF' });
  const cancelled = await giveTicket(app, event, fourth);
  await app.call('POST /events/complimentary', {
    as: host.token,
    body: { event_uuid: event.id, emails: ['friend@door.test'] },
  });
  expect(await panel(host, event)).toMatchObject({
    attendees: 5,
    gross_revenue: 60,
    ticketing_fee: 5.5,
    discounts: 6,
    complimentary_tickets: 1,
    complimentary: 12,
    refunds: 0,
    net_revenue: 42,
  });

  // A part of a ticket that stays valid, a whole ticket, and one that its holder cancelled for half of the price.
  await app.db.query(
    `WITH changed AS (
       UPDATE orders SET refunded_price_minor = 300 WHERE event_id = $1 AND buyer_id = $2 AND status = 'paid'
       RETURNING *)
     SELECT open_refund(p, c::orders, 'part', 300::bigint, 0::bigint)
     FROM changed c JOIN payment p ON p.order_id = c.id`,
    [event.id, first.id],
  );
  await app.db.query(
    `SELECT refund_orders($1, 'admin', ARRAY(SELECT id FROM orders WHERE event_id = $1 AND buyer_id = $2), 1)`,
    [event.id, third.id],
  );
  await app.call('POST /tickets/cancel', { as: fourth.token, body: { ticket_uuid: cancelled.id } });
  await app.quiesce();
  const after = await panel(host, event);
  expect(after).toMatchObject({
    attendees: 3,
    gross_revenue: 36,
    ticketing_fee: 3.3,
    discounts: 6,
    complimentary: 12,
    refunds: 3,
    kept: 6,
    net_revenue: 21,
    refunded_tickets: 2,
    refunded: 18,
  });
  expect(addsUp(after)).toBe(true);
});
