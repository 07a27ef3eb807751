import { favoritesMax } from '@frontrow/core/hosts/host-profile.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { copiesOf, newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { betweenTimes, whileHeld } from '../../../test/interleaving.ts';
import { asked, call, seenBy } from '../../../test/meetings.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp } from '../../../test/sign-up.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../test/tickets.ts';

/** Two accounts with one email address are merged: what moves to the owner, and what happens to open purchases. */

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

let people = 0;
const mails = async (email: string) => {
  await app.quiesce();
  return mailsTo(app, email);
};
const verify = (token: string) => app.call('POST /auth/verify_email', { body: { token } });

/**
 * The owner of an email address and an account that signed up with it again. `join` opens the email that merges the
 * two.
 */
async function twoOfOne() {
  const email = `twice${++people}@mail.com`;
  const owner = await signUp(app, 'joined', email);
  await verify(tokenIn((await mails(email))[0]));
  const claim = await signUp(app, 'joined', email);
  const link = tokenIn((await mails(email))[0]);
  const join = async () => expect((await verify(link)).data.belongs_to).toBe(owner.username);
  return { email, owner, claim, join };
}

const isGone = async (who: TestActor) =>
  (await app.db.one<{ gone: boolean }>('SELECT erased_at IS NOT NULL AS gone FROM app_user WHERE id = $1', [who.id]))!
    .gone;
const holders = async (event: TestEvent) =>
  (
    await app.db.query<{ holder_id: number }>(
      'SELECT holder_id FROM ticket WHERE event_id = $1 AND voided_at IS NULL ORDER BY 1',
      [event.id],
    )
  ).map((row) => row.holder_id);
const ticketMails = async (email: string, title: string) =>
  (await mails(email)).filter((mail) => mail.subject.includes(title));

test('private meetings move with their tickets, and so do open requests', async () => {
  const { owner, claim, join } = await twoOfOne();
  const free = await asked(app, { viewer: claim, minutes: 15 });
  await call(app, 'POST /private_requests/accept', free.host, free.id);
  const unpaid = await asked(app, { viewer: claim });
  await call(app, 'POST /private_requests/accept', unpaid.host, unpaid.id);
  const blocking = await asked(app, { viewer: claim });
  await call(app, 'POST /private_requests/block', blocking.host, blocking.id, { blocked: true });
  await join();
  expect(await isGone(claim)).toBe(true);
  await app.quiesce();
  expect(await seenBy(app, free, owner)).toMatchObject({ state: 'confirmed', ticket_uuid: expect.any(String) });
  expect(await seenBy(app, unpaid, owner)).toMatchObject({ state: 'accepted', actions: ['purchase', 'cancel'] });
  const theirs = await app.db.query('SELECT private_for FROM event WHERE id = ANY ($1)', [[free.id, unpaid.id]]);
  expect(theirs).toEqual([{ private_for: owner.id }, { private_for: owner.id }]);
  await expect(asked(app, { viewer: owner, host: blocking.host })).rejects.toThrow('meetings_not_offered');
});

describe('favorites and followed hosts', () => {
  const keep = (who: TestActor, event: TestEvent) =>
    app.call('POST /events/favorite', { as: who.token, body: { event_uuid: event.id, favorite: true } });
  const kept = async (who: TestActor) => (await app.call('GET /user/favorites', { as: who.token })).data.event_uuids;
  const follow = (who: TestActor, whom: TestActor) =>
    app.call('POST /hosts/follow', { as: who.token, body: { username: whom.username, follow: true } });

  test('favorites and followed hosts move once each, keep their order, and are counted once', async () => {
    const { owner, claim, join } = await twoOfOne();
    const [other, third] = [await newHost(app), await newHost(app)];
    const [first, both, last] = [await newEvent(app, host), await newEvent(app, host), await newEvent(app, host)];
    for (const [who, event] of [
      [claim, first],
      [owner, both],
      [claim, both],
      [claim, last],
    ] as const) {
      await keep(who, event);
      await app.clock.advance(seconds(1));
    }
    for (const [who, whom] of [
      [owner, host],
      [claim, host],
      [claim, other],
      [claim, third],
    ] as const)
      expect((await follow(who, whom)).status).toBe(200);
    await join();
    expect(await isGone(claim)).toBe(true);
    expect(await kept(owner)).toEqual([last.id, both.id, first.id]);
    const counts = await app.db.query(
      `SELECT host_id, count(*)::int AS followers, min(follower_id)::int AS follower FROM follow
       GROUP BY host_id ORDER BY host_id`,
    );
    expect(counts).toEqual([host, other, third].map(({ id }) => ({ host_id: id, followers: 1, follower: owner.id })));
  });

  test('favorites and followed hosts move without following oneself, and up to the limit of one account', async () => {
    const { owner, claim, join } = await twoOfOne();
    await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [owner.id]);
    expect((await follow(claim, owner)).status).toBe(200);
    const [old, newer] = [await newEvent(app, host), await newEvent(app, host)];
    await keep(claim, old);
    await app.clock.advance(seconds(1));
    await keep(claim, newer);
    const others = await copiesOf(app, newer, favoritesMax - 1);
    await app.db.query('INSERT INTO favorite (user_id, event_id) SELECT $1, unnest($2::uuid[])', [owner.id, others]);
    await join();
    const marks = await kept(owner);
    expect([marks.length, marks.includes(newer.id), marks.includes(old.id)]).toEqual([favoritesMax, true, false]);
    expect(await app.db.query('SELECT 1 FROM follow WHERE host_id = $1', [owner.id])).toEqual([]);
  });

  test('a join that waits for an event does not block a purchase of one of the two', async () => {
    const { owner, claim, join } = await twoOfOne();
    const event = await newEvent(app, host);
    await keep(claim, event);
    await betweenTimes(app, event, join, () =>
      app.db.query('SELECT 1 FROM app_user WHERE id = ANY ($1) FOR KEY SHARE NOWAIT', [[owner.id, claim.id]]),
    );
    expect(await isGone(claim)).toBe(true);
    expect(await kept(owner)).toEqual([event.id]);
  });

  test('the owner can buy during the join', async () => {
    const { owner, claim, join } = await twoOfOne();
    expect((await follow(claim, host)).status).toBe(200);
    const moved = 'SELECT 1 FROM follow WHERE follower_id = $1 FOR UPDATE';
    await whileHeld(app, moved, claim.id, join, () =>
      app.db.query('SELECT 1 FROM app_user WHERE id = $1 FOR KEY SHARE NOWAIT', [owner.id]),
    );
    expect(await isGone(claim)).toBe(true);
  });
});

describe('an open purchase', () => {
  test('a purchase in a card challenge is finished and emailed, and its ticket then moves to the owner', async () => {
    const { email, owner, claim, join } = await twoOfOne();
    const title = `Challenged ${++people}`;
    const event = await newEvent(app, host, { priceMinor: 1200, title });
    const { data } = await buy(app, event, claim, { stripe_token: 'pm_card_authenticationRequired' });
    await join();
    expect(await isGone(claim)).toBe(false);
    await pressOnSandboxPage(app, data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
    const paid = await app.call('POST /payment/stripe_intent', {
      as: claim.token,
      body: { payment_intent: data.payment_intent!.id },
    });
    expect(paid.data).toMatchObject({ status: 'succeeded', ticket: { ticket_state: 'valid' } });
    expect(await ticketMails(email, title)).toHaveLength(1);
    expect(await holders(event)).toEqual([owner.id]);
    expect(await isGone(claim)).toBe(true);
  });

  test('an open purchase of a session that has just ended moves to the owner, too', async () => {
    const { email, owner, claim, join } = await twoOfOne();
    const title = `Just now ${++people}`;
    const events = [await newEvent(app, host, { title }), await newEvent(app, host, { title, priceMinor: 1200 })];
    // The session is known for two seconds, also after its account has gone.
    await app.clock.hold();
    await app.call('GET /user/profile', { as: claim.token });
    await join();
    expect(await isGone(claim)).toBe(true);
    const [free, paid] = events;
    expect((await buy(app, free!, claim)).status).toBe(200);
    expect((await buy(app, paid!, claim, { stripe_token: 'pm_card_visa' })).status).toBe(200);
    await app.clock.release();
    expect(await ticketMails(email, title)).toHaveLength(2);
    for (const event of events) expect(await holders(event)).toEqual([owner.id]);
  });

  test('an open purchase at the same moment as the join ends with the owner, whichever comes first', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, owner, claim, join } = await twoOfOne();
      const title = `At once ${++people}`;
      const event = await newEvent(app, host, { priceMinor: 1200, title });
      const [bought] = await Promise.all([buy(app, event, claim, { stripe_token: 'pm_card_visa' }), join()]);
      const tickets = bought.status === 200 ? 1 : 0;
      expect(await ticketMails(email, title)).toHaveLength(tickets);
      expect(await holders(event)).toEqual(Array.from({ length: tickets }, () => owner.id));
    }
  });

  test.each([
    ['free', 0],
    ['paid', 1200],
  ] as const)(
    'a ticket bought during the merge that cannot move is refunded or withdrawn, with an email: %s',
    async (_, priceMinor) => {
      const { email, owner, claim, join } = await twoOfOne();
      await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [owner.id]);
      const title = `Nowhere to go ${++people}`;
      const card = priceMinor > 0 ? { stripe_token: 'pm_card_visa' } : {};
      const [live, placed, own] = [
        await newEvent(app, host, { title, priceMinor, state: 'live' }),
        await newEvent(app, host, { title, priceMinor }),
        await newEvent(app, owner, { title, priceMinor }),
      ];
      await giveTicket(app, placed, owner);
      await mails(email);
      // The session is known for two seconds, also after its account has gone.
      await app.clock.hold();
      await app.call('GET /user/profile', { as: claim.token });
      await join();
      expect(await isGone(claim)).toBe(true);
      const before = (await mails(email)).length;
      for (const event of [live, placed, own]) expect((await buy(app, event, claim, card)).status).toBe(200);
      await app.clock.release();
      const received = (await mails(email)).slice(0, -before);
      expect(received).toHaveLength(3);
      for (const mail of received) expect(mail.text).toContain('while we were merging it into this one');
      expect([await holders(live), await holders(placed), await holders(own)]).toEqual([[], [owner.id], []]);
      const left = await app.db.query(
        `SELECT o.status, o.email_norm, r.reason, r.status AS refund FROM orders o
           JOIN payment p ON p.order_id = o.id LEFT JOIN refund r ON r.payment_id = p.id WHERE o.buyer_id = $1`,
        [claim.id],
      );
      const refund =
        priceMinor > 0 ? { reason: 'account_joined', refund: 'succeeded' } : { reason: null, refund: null };
      expect(left).toEqual(Array.from({ length: 3 }, () => ({ status: 'refunded', email_norm: null, ...refund })));
      const seats = await app.db.query<{ sold: number }>('SELECT sold FROM event WHERE id = ANY ($1) ORDER BY sold', [
        [live.id, placed.id, own.id],
      ]);
      expect(seats.map((row) => row.sold)).toEqual([0, 0, 1]);
    },
  );
});
