import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { addAccount, requestPayout } from '../../../../test/payouts.ts';
import { rankHost } from '../../reviews/index.ts';
import { buy, giveTicket, startedAgo } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const event = (traits: EventTraits) => newEvent(app, host, traits);
const card = { stripe_token: 'pm_card_visa' };

test('buys, shows and emails a ticket in yen without decimals', async () => {
  const show = await event({ priceMinor: 1500, currency: 'JPY' });
  const viewer = await newViewer(app);
  const { status, data } = await buy(app, show, viewer, card);
  expect(status).toBe(200);
  expect(data.order).toMatchObject({ price: 1500, fee: 155, total: 1655, currency_code: 'JPY' });
  expect(data.payment_intent).toMatchObject({ amount: 1655, currency: 'JPY' });
  const mine = await app.call('GET /tickets/mine', { as: viewer.token });
  expect(mine.data.tickets[0]?.ticket.order).toMatchObject({ price: 1500, total: 1655, currency_code: 'JPY' });
  await app.quiesce();
  expect((await mailsTo(app, viewer.email))[0]?.text).toContain('¥1,655');
});

test('the payment pages of the sandbox format a price with the digits of its currency', async () => {
  const show = await event({ priceMinor: 1500, currency: 'JPY' });
  const { data } = await buy(app, show, await newViewer(app), { stripe_token: 'pm_card_authenticationRequired' });
  const { pathname, search } = new URL(data.payment_intent!.next_action!.redirect_to_url.url);
  expect((await app.http.inject(`${pathname}${search}`)).body).toContain('¥1,655');
});

test('rounds a promo code to the digits of the currency, with the same amounts on the receipt', async () => {
  const show = await event({ priceMinor: 1499, currency: 'JPY', promo: { code: 'THIRD', percent: 33 } });
  const viewer = await newViewer(app);
  const { data } = await buy(app, show, viewer, { ...card, promo_code: 'THIRD' });
  // 33 % of 1,499 are 494.67, and 5 % of 1,004 are 50.2.
  expect(data.order).toMatchObject({ price: 1499, discount: 495, fee: 130, total: 1134, currency_code: 'JPY' });
  const params = { order: data.order.order_uuid };
  const { receipt } = (await app.call('POST /billing/orders/:order/receipt', { as: viewer.token, params, body: {} }))
    .data;
  expect(receipt).toMatchObject({ currency: { currency_code: 'JPY', currency_digits: 0 } });
  expect(receipt!.receipt.parts.map(({ amount }) => amount)).toEqual([1004, 130]);
  const pdf = await app.http.inject({
    url: `/api/billing/orders/${data.order.order_uuid}/receipt.pdf`,
    headers: { [accessTokenHeader]: viewer.token },
  });
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('an app admin can refund part of a yen order in whole yen only', async () => {
  const admin = await newAdmin(app);
  const show = await event({ priceMinor: 1500, currency: 'JPY' });
  const { data } = await buy(app, show, await newViewer(app), card);
  const body = { order_uuid: data.order.order_uuid, reason: 'The sound was bad.' };
  const refund = (amount: number) =>
    app.call('POST /admin/orders/refund', { as: admin.token, body: { ...body, amount } });
  expect((await refund(200.5)).errors[0]?.message).toBe('Amounts in JPY have no decimals.');
  expect((await refund(200)).status).toBe(200);
  await app.quiesce();
  const [row] = await app.db.query<{ amount_minor: number }>(
    'SELECT r.amount_minor FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.order_id = $1',
    [data.order.order_uuid],
  );
  expect(row?.amount_minor).toBe(200);
});

test('disputes, refunds and reconciles a payment in pounds in pounds', async () => {
  const admin = await newAdmin(app);
  const show = await event({ priceMinor: 1500, currency: 'GBP' });
  const disputed = await buy(app, show, await newViewer(app), { stripe_token: 'pm_card_createDispute' });
  expect(disputed.data.payment_intent).toMatchObject({ status: 'succeeded', amount: 16.2, currency: 'GBP' });
  await app.clock.advance(minutes(1));
  await app.quiesce();
  const { disputes } = (await app.call('GET /admin/disputes', { as: admin.token })).data;
  expect(disputes).toMatchObject([
    { dispute_amount: 16.2, currency: { currency_code: 'GBP', currency_symbol: '£', currency_digits: 2 } },
  ]);
  const viewer = await newViewer(app);
  await giveTicket(app, show, viewer);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 10)", [show.id]);
  await app.quiesce();
  expect((await mailsTo(app, viewer.email)).map(({ subject }) => subject)).toContain(
    'Your refund of £16.20: An evening for a test',
  );
  await app.clock.advance(minutes(45));
  await app.quiesce();
  const books = await app.call('GET /admin/reconciliation', { as: admin.token });
  expect(books.data.differences).toEqual([]);
});

test('events in several currencies stay apart in balance, movements, stats and payouts', async () => {
  const artist = await newHost(app);
  const prices = { EUR: 1200, USD: 2000, GBP: 1500, CHF: 2500, JPY: 3000 };
  for (const [currency, priceMinor] of Object.entries(prices)) {
    const show = await newEvent(app, artist, { priceMinor, currency });
    await giveTicket(app, show, await newViewer(app));
    await startedAgo(app, show, minutes(60));
    await app.db.query('UPDATE event SET state = 1, started_at = starts_at WHERE id = $1', [show.id]);
    await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [show.id]);
    await rankHost(app.db, artist.id);
  }
  await app.clock.advance(days(3) + minutes(1));
  await app.quiesce();
  const balance = (await app.call('GET /balance', { as: artist.token })).data;
  expect(
    balance.currencies.map(({ currency_code, pending, available }) => [currency_code, pending, available]),
  ).toEqual([
    ['CHF', 0, 25],
    ['EUR', 0, 12],
    ['GBP', 0, 15],
    ['JPY', 0, 3000],
    ['USD', 0, 20],
  ]);
  const stats = (await app.call('GET /stats', { as: artist.token })).data;
  expect(stats.totals.tickets_sold).toBe(5);
  expect(stats.money.map(({ currency_code, revenue, fee }) => [currency_code, revenue, fee])).toEqual([
    ['CHF', 25, 1.75],
    ['EUR', 12, 1.1],
    ['GBP', 15, 1.2],
    ['JPY', 3000, 230],
    ['USD', 20, 1.5],
  ]);
  const { csv } = (await app.call('GET /balance/export', { as: artist.token })).data;
  expect(csv).toContain(',3000,-3000,3000,JPY,');
  expect(csv).toContain(',20.00,-20.00,20.00,USD,');
  await addAccount(app, artist, 'pays');
  for (const currency_code of Object.keys(prices))
    expect((await requestPayout(app, artist, { currency_code })).status).toBe(200);
  await app.quiesce();
  const sums = await app.db.query<{ currency: string; sum: number }>(
    `SELECT a.currency, sum(e.amount_minor)::bigint AS sum FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     GROUP BY a.currency ORDER BY a.currency`,
  );
  expect(sums.map(({ sum }) => sum)).toEqual([0, 0, 0, 0, 0]);
});
