import { promoCodesMax } from '@frontrow/core/events/promo-code.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { buy } from '../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const paid = { stripe_token: 'pm_card_visa' };
const add = (event: { id: string }, code: string, percent: number, more: object = {}, as = host) =>
  app.call('POST /events/promo_codes/add', { as: as.token, body: { event_uuid: event.id, code, percent, ...more } });
const end = (event: { id: string }, promo_id: number, as = host) =>
  app.call('POST /events/promo_codes/end', { as: as.token, body: { event_uuid: event.id, promo_id } });
const list = async (event: { id: string }) =>
  (await app.call('GET /events/:id/promo_codes', { as: host.token, params: { id: event.id } })).data.promo_codes;
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map(({ code }) => code);

test('only its host sees and changes the codes of an event, while it is not over and has a price', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  for (const as of [await newHost(app), await newAdmin(app), await newViewer(app)]) {
    expect((await add(event, 'MINE', 10, {}, as)).status).toBe(403);
    expect((await end(event, 1, as)).status).toBe(403);
    const read = await app.call('GET /events/:id/promo_codes', { as: as.token, params: { id: event.id } });
    expect(read.status).toBe(403);
  }
  expect(codes(await add(await newEvent(app, host), 'FREE', 10))).toEqual(['promo_without_price']);
  const over = await newEvent(app, host, { priceMinor: 2000, state: 'finished' });
  expect(codes(await add(over, 'LATE', 10))).toEqual(['event_over']);
  const gone = await newEvent(app, host, { priceMinor: 2000, cancelled: 'host' });
  expect(codes(await add(gone, 'LATE', 10))).toEqual(['event_cancelled']);
});

test('a wrong promo code names its field, a duplicate is refused, and their number is limited', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000, promo: { code: 'SPRING', percent: 10 } });
  const wrong = await add(event, 'a b', 101, { cap: 0, until: app.clock.now() - 1 });
  expect(wrong.errors.map(({ code, field }) => [field, code])).toEqual([
    ['code', 'promo_code_malformed'],
    ['percent', 'promo_percent_invalid'],
    ['cap', 'promo_cap_invalid'],
    ['until', 'promo_window_over'],
  ]);
  expect((await add(event, 'spring', 20)).errors[0]).toMatchObject({ code: 'promo_code_taken', field: 'code' });
  const other = await newEvent(app, host, { priceMinor: 2000, promo: { code: 'ELSE', percent: 10 } });
  const [theirs] = await list(other);
  expect(codes(await end(event, theirs!.promo_id))).toEqual(['promo_code_not_found']);
  for (let n = 1; n < promoCodesMax; n++) expect((await add(event, `CODE-${n}`, 10)).status).toBe(200);
  expect(codes(await add(event, 'ONE-MORE', 10))).toEqual(['promo_codes_used_up']);
});

test('a code that was added with a lost answer is there when it is sent again, also as the last of them', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  for (let n = 1; n < promoCodesMax; n++) await add(event, `CODE-${n}`, 10);
  const terms = { cap: 5, until: app.clock.now() + minutes(30) };
  const [first, again] = [await add(event, 'summer', 20, terms), await add(event, 'SUMMER', 20, terms)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.data).toEqual(first.data);
  await end(event, first.data.promo_codes.at(-1)!.promo_id);
  for (const other of [{ ...terms, cap: 6 }, { cap: 5 }, {}])
    expect(codes(await add(event, 'SUMMER', 20, other))).toEqual(['promo_code_taken']);
  expect(codes(await add(event, 'SUMMER', 25, terms))).toEqual(['promo_code_taken']);
  await end(event, first.data.promo_codes.find(({ promo_code: code }) => code === 'SUMMER')!.promo_id);
  expect(
    (await add(event, 'SUMMER', 20, terms)).data.promo_codes.filter((one) => one.promo_code === 'SUMMER'),
  ).toHaveLength(2);
});

test('each code has its own percent, cap and uses; the page shows the first, and an ended one sells no more', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  const percentOnPage = async () =>
    (await app.call('GET /events/:id', { params: { id: event.id } })).data.event.event_promotional_code_discount;
  const early = await newViewer(app);
  // The terms of the event are in memory by now; a code that is added is known at once nevertheless.
  expect(codes(await buy(app, event, early, { ...paid, promo_code: 'FRONT' }))).toEqual(['promo_code_invalid']);
  expect((await add(event, 'front', 25, { cap: 2 })).status).toBe(200);
  const added = await add(event, 'PRESS', 100, { cap: 1 });
  expect(await percentOnPage()).toBe(25);
  expect((await buy(app, event, early, { ...paid, promo_code: 'FRONT' })).data.order.total).toBe(16.25);
  expect((await buy(app, event, await newViewer(app), { promo_code: 'press' })).data.order.total).toBe(0);
  expect(codes(await buy(app, event, await newViewer(app), { promo_code: 'PRESS' }))).toEqual(['promo_used_up']);
  expect(codes(await add(event, 'PRESS', 100, { cap: 1 }))).toEqual(['promo_code_taken']);
  // A held seat changes from one code to the other.
  const torn = await newViewer(app);
  const hold = (promo_code: string) =>
    app.call('POST /events/hold', { as: torn.token, body: { event_uuid: event.id, type: 'interactive', promo_code } });
  expect((await hold('FRONT')).data.order.discount).toBe(5);
  expect(await list(event)).toMatchObject([
    { promo_code: 'PRESS', promo_uses: 1, promo_uses_left: 0, promo_state: 'used_up' },
    { promo_code: 'FRONT', promo_uses: 2, promo_uses_left: 0, promo_state: 'used_up' },
  ]);
  await add(event, 'HALF', 50);
  expect((await hold('HALF')).data.order.discount).toBe(10);
  expect((await list(event)).find(({ promo_code }) => promo_code === 'FRONT')?.promo_uses_left).toBe(1);

  const front = added.data.promo_codes.find(({ promo_code }) => promo_code === 'FRONT')!;
  expect((await end(event, front.promo_id)).status).toBe(200);
  const again = await end(event, front.promo_id);
  expect(again.data.promo_codes.at(-1)).toMatchObject({ promo_code: 'FRONT', promo_state: 'ended', promo_uses: 1 });
  expect(codes(await buy(app, event, await newViewer(app), { ...paid, promo_code: 'FRONT' }))).toEqual([
    'promo_code_invalid',
  ]);
  expect(await percentOnPage()).toBe(100);
  // The name is free again, and counts from the start.
  expect((await add(event, 'FRONT', 10)).data.promo_codes[0]).toMatchObject({ promo_percent: 10, promo_uses: 0 });
});

test('a code says when it begins and ends', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  const now = app.clock.now();
  await add(event, 'SOON', 10, { from: now + minutes(10), until: now + minutes(20) });
  expect(await list(event)).toMatchObject([{ promo_state: 'not_yet' }]);
  await app.clock.advance(minutes(15));
  expect(await list(event)).toMatchObject([{ promo_state: 'open' }]);
  await app.clock.advance(minutes(15));
  expect(await list(event)).toMatchObject([{ promo_state: 'expired' }]);
});
