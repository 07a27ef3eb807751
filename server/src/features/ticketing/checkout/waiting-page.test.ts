import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import {
  admittedAtOnceMax,
  beginCheckoutMs,
  placeRequiredMs,
  waitingOpensMs,
} from '@frontrow/core/ticketing/waiting-page.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy, purchaseBody } from '../../../../test/tickets.ts';
import { createWaitingPages, requirePlace } from './waiting-page.ts';

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

/** An event whose sales open in `inMs`. */
async function soon(capacity: number, inMs = minutes(2), priceMinor = 0): Promise<TestEvent> {
  const event = await newEvent(app, host, { capacity, priceMinor });
  await app.db.query(`UPDATE event SET sales_open_at = app_now() + $2 * interval '1 ms' WHERE id = $1`, [
    event.id,
    inMs,
  ]);
  return event;
}
const people = (count: number): Promise<TestActor[]> =>
  Promise.all(Array.from({ length: count }, () => newViewer(app)));
const join = async (event: TestEvent, who: TestActor) =>
  (await app.call('POST /events/queue', { as: who.token, body: { event_uuid: event.id } })).data;
const lineOf = async (event: TestEvent) => {
  await app.clock.advance(seconds(1) + 1);
  return (await app.call('GET /events/:uuid/queue', { params: { uuid: event.id } })).data;
};
const codeOf = (answer: Awaited<ReturnType<typeof buy>>): string => answer.errors?.[0]?.code ?? String(answer.status);

describe('the line', () => {
  test('the line is drawn at random among everyone who came before the opening, and continues in order of arrival', async () => {
    const event = await soon(40, minutes(2));
    const early = await people(12);
    for (const who of early)
      expect(await join(event, who)).toEqual({ place: null, admitted_until: null, begun: false });
    expect(await lineOf(event)).toMatchObject({ open: false, waiting: 12, admitted_through: 0 });
    await app.clock.advance(minutes(2));
    const late = await people(3);
    const latePlaces: (number | null)[] = [];
    for (const who of late) latePlaces.push((await join(event, who)).place);
    const places = await Promise.all(early.map(async (who) => (await join(event, who)).place!));
    expect(places.toSorted((a, b) => a - b)).toEqual(early.map((_who, index) => index + 1));
    // One chance in 479 million that the draw has the order of arrival.
    expect(places).not.toEqual(early.map((_who, index) => index + 1));
    expect(latePlaces).toEqual([13, 14, 15]);
    expect(await lineOf(event)).toMatchObject({ open: true, waiting: 0, admitted_through: 15 });
  });

  test('the line has one place for an account, in however many tabs and at the same moment', async () => {
    const event = await soon(5, -minutes(1));
    const [who] = (await people(1)) as [TestActor];
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(event, who)));
    expect(new Set(answers.map(({ place }) => place))).toEqual(new Set([1]));
    expect(await lineOf(event)).toMatchObject({ waiting: 0, admitted_through: 1 });
  });

  test('the line opens five minutes before sales, for accounts only, and only where sales open at a time', async () => {
    const [who] = (await people(1)) as [TestActor];
    const ask = async (event: TestEvent, as: string | undefined) => {
      const answer = await app.call('POST /events/queue', { ...(as && { as }), body: { event_uuid: event.id } });
      return answer.errors?.[0]?.code;
    };
    const early = await soon(5, waitingOpensMs + minutes(1));
    expect(await ask(early, who.token)).toBe('waiting_page_closed');
    await app.clock.advance(minutes(1));
    expect(await ask(early, who.token)).toBeUndefined();
    expect(await ask(early, undefined)).toBe('login_required');
    expect(await ask(early, (await newGuest(app, early.id)).token)).toBe('account_required');
    const plain = await newEvent(app, host);
    expect(await ask(plain, who.token)).toBe('not_found');
    expect((await app.call('GET /events/:uuid/queue', { params: { uuid: plain.id } })).status).toBe(404);
    expect(codeOf(await buy(app, plain, who))).toBe('200');
  });

  test('the line moves once, whichever of several processes is asked, also after a restart', async () => {
    const event = await soon(3, minutes(1));
    const crowd = await people(9);
    const processes = [createWaitingPages(app.kit), createWaitingPages(app.kit), createWaitingPages(app.kit)];
    const joinAt = (index: number) => processes[index % 3]!.join(event.id, crowd[index]!.id);
    await Promise.all(crowd.map((_who, index) => joinAt(index)));
    await app.clock.advance(minutes(1));
    await Promise.all(processes.map(({ line }) => line(event.id)));
    const restarted = createWaitingPages(app.kit);
    const own = await Promise.all(crowd.map(({ id }) => restarted.join(event.id, id)));
    expect(own.map(({ place }) => place!).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      own
        .filter(({ admittedUntil }) => admittedUntil !== undefined)
        .map(({ place }) => place!)
        .toSorted(),
    ).toEqual([1, 2, 3]);
    expect(await restarted.line(event.id)).toMatchObject({ admittedThrough: 3, waiting: 6, seatsLeft: 3 });
  });
});

describe('the checkout', () => {
  test('the checkout is for people who were let in: everyone else is refused in words with a link', async () => {
    const event = await soon(2, minutes(1));
    const crowd = await people(4);
    for (const who of crowd) await join(event, who);
    const early = await buy(app, event, crowd[0]!);
    expect(codeOf(early)).toBe('sale_not_open');
    expect(early.errors?.[0]?.message).toContain(`/event/${event.id}/waiting`);
    await app.clock.advance(minutes(1));
    const places = await Promise.all(crowd.map(async (who) => ({ who, ...(await join(event, who)) })));
    const line = places.toSorted((a, b) => a.place! - b.place!).map(({ who }) => who);
    const [first, second, third, fourth] = line as [TestActor, TestActor, TestActor, TestActor];
    expect(codeOf(await buy(app, event, third))).toBe('waiting_page_first');
    expect(codeOf(await buy(app, event, await newViewer(app)))).toBe('waiting_page_first');
    const guest = { ...(await purchaseBody(app, event)), email: 'rush@example.com' };
    const asGuest = await app.call('POST /events/purchase_no_login', { body: guest });
    expect(asGuest.errors?.[0]?.code).toBe('waiting_page_first');
    expect(codeOf(await buy(app, event, first))).toBe('200');
    expect(codeOf(await buy(app, event, second))).toBe('200');
    expect(await lineOf(event)).toMatchObject({ seats_left: 0, waiting: 2, admitted_through: 2 });
    expect(codeOf(await buy(app, event, fourth)), 'no one jumps the line for the last seat').not.toBe('200');
  });

  test('the checkout must be begun within two minutes, then the next person is let in and the late one waits at the end', async () => {
    const event = await soon(1, -minutes(1));
    const [slow, next] = (await people(2)) as [TestActor, TestActor];
    expect((await join(event, slow)).admitted_until).not.toBeNull();
    expect((await join(event, next)).admitted_until).toBeNull();
    await app.clock.advance(beginCheckoutMs);
    expect(await lineOf(event)).toMatchObject({ admitted_through: 2, waiting: 0 });
    expect(codeOf(await buy(app, event, slow))).toBe('waiting_page_first');
    expect(await join(event, slow)).toEqual({ place: 3, admitted_until: null, begun: false });
    expect(codeOf(await buy(app, event, next))).toBe('200');
  });

  test('the checkout counts for its seat while it has begun and holds none yet, so that nobody is let in to a sold-out sale', async () => {
    const event = await soon(1, -minutes(1));
    const [first, next] = (await people(2)) as [TestActor, TestActor];
    await join(event, first);
    const buyer = { accountId: first.id, guestEmail: undefined, guestKey: undefined, address: undefined, origin: '' };
    await requirePlace(app.kit, buyer, event.id, { salesOpenAt: app.clock.now() });
    expect(await join(event, first)).toMatchObject({ begun: true });
    expect((await join(event, next)).admitted_until).toBeNull();
    await app.clock.advance(beginCheckoutMs);
    expect((await join(event, next)).admitted_until, 'it holds no seat after two minutes').not.toBeNull();
  });

  test('the checkout of a paid ticket may take longer once it has begun, and a declined card loses no place', async () => {
    const event = await soon(1, -minutes(1), 1_000);
    const [buyer] = (await people(1)) as [TestActor];
    await join(event, buyer);
    const held = await app.call('POST /events/hold', { as: buyer.token, body: await purchaseBody(app, event) });
    expect(held.status).toBe(200);
    await app.clock.advance(beginCheckoutMs + minutes(1));
    expect(codeOf(await buy(app, event, buyer, { stripe_token: 'pm_card_chargeDeclined' }))).toBe('card_declined');
    expect(codeOf(await buy(app, event, buyer, { stripe_token: 'pm_card_visa' }))).toBe('200');
  });

  test('the checkout is open to everyone again ten minutes after the opening while no one waits', async () => {
    const event = await soon(3, -placeRequiredMs + minutes(1));
    const [one, other] = (await people(2)) as [TestActor, TestActor];
    expect(codeOf(await buy(app, event, one))).toBe('waiting_page_first');
    await app.clock.advance(minutes(1));
    expect(codeOf(await buy(app, event, one))).toBe('200');
    await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [event.id]);
    await join(event, await newViewer(app));
    await join(event, await newViewer(app));
    expect(codeOf(await buy(app, event, other)), 'someone waits').toBe('waiting_page_first');
  });

  test('the checkout sells each seat once to a crowd of many tabs, in the order of the line', async () => {
    const seats = 6;
    const event = await soon(seats, minutes(1));
    const crowd = await people(20);
    await Promise.all(crowd.flatMap((who) => [join(event, who), join(event, who)]));
    await app.clock.advance(minutes(1));
    const codes = await Promise.all(
      crowd.flatMap((who) => [1, 2, 3].map(async () => (await join(event, who), codeOf(await buy(app, event, who))))),
    );
    expect(codes.filter((code) => code === '200').length).toBeLessThanOrEqual(seats);
    const sold = await app.db.query<{ place: number }>(
      `SELECT p.place FROM ticket t JOIN queue_place p ON p.event_id = t.event_id AND p.user_id = t.holder_id
       WHERE t.event_id = $1 AND t.voided_at IS NULL ORDER BY p.place`,
      [event.id],
    );
    expect(sold.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(admittedAtOnceMax).toBeGreaterThan(seats);
  });
});
