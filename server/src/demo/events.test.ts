import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { expectInvariants } from '../../test/invariants.ts';
import { mailsTo } from '../../test/mails.ts';
import { keepOpenStages, seedDemoEvents, startOf } from './events.ts';
import { programme } from './schedule/schedule.ts';
import { demoPassword } from './accounts.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ config: { demo: true } });
  await seedDemo(app.kit);
});
afterAll(() => app.close());

const count = async (where = 'true'): Promise<number> =>
  (await app.db.one<{ count: number }>(`SELECT count(*) FROM event WHERE ${where}`))!.count;
const stages = (): Promise<{ cover_key: string; soon: boolean }[]> =>
  app.db.query(
    `SELECT cover_key, starts_at > app_now() AND starts_at <= app_now() + interval '15 minutes' AS soon FROM event
      WHERE cover_key ~ 'open-stage|front-row-session|open-broadcast' AND state = 0 ORDER BY cover_key, starts_at`,
  );

test('nothing is put on in production', async () => {
  const before = await count();
  await seedDemoEvents({ ...app.kit, config: { ...app.kit.config, production: true } });
  expect(await count()).toBe(before);
});

test('a demo has something of everything', async () => {
  expect(await count()).toBeGreaterThanOrEqual(40);
  expect(
    (await app.db.one<{ count: number }>('SELECT count(DISTINCT host_id) FROM event'))!.count,
  ).toBeGreaterThanOrEqual(6);
  for (const [what, where] of Object.entries({
    free: 'price_minor = 0 AND state = 0',
    paid: 'price_minor > 0 AND state = 0',
    'sold out': 'sold = capacity AND state = 0',
    'with people in line': 'waiting > 0 AND state = 0',
    'on sale soon': 'sales_open_at > app_now() AND sales_open_at < starts_at',
    unlisted: 'NOT is_public',
    interactive: 'kind = 0',
    broadcast: 'kind = 1',
    past: 'state = 2 AND cancelled_at IS NULL',
    'starting within the hour': "state = 0 AND starts_at < app_now() + interval '1 hour'",
    cancelled: 'cancelled_at IS NOT NULL',
  }))
    expect([what, await count(where)]).not.toEqual([what, 0]);
});

test('the next open stage has a poll to start, and another of its host has questions and speakers', async () => {
  const polls = await app.db.query<{ cover_key: string; status: string }>(
    'SELECT e.cover_key, p.status FROM poll p JOIN event e ON e.id = p.event_id WHERE e.state = 0 ORDER BY 1',
  );
  expect(polls.map(({ cover_key, status }) => [cover_key.split('/demo-')[1]?.split('.')[0], status])).toEqual([
    ['open-stage', 'prepared'],
    ['small-languages', 'prepared'],
  ]);
  const questions = await app.db.query<{ votes: number }>(
    "SELECT votes FROM question WHERE state = 'open' ORDER BY votes DESC",
  );
  expect(questions.map(({ votes }) => votes)).toEqual([3, 2, 1]);
  const pinned = await app.db.query<{ body: string }>(
    'SELECT c.body FROM room r JOIN chat_message c ON c.event_id = r.event_id AND c.seq = r.pinned_seq',
  );
  expect(pinned).toMatchObject([{ body: expect.stringContaining('Raise your hand') }]);
  const roles = await app.db.query<{ stage_role: string }>(
    "SELECT stage_role FROM room_member WHERE stage_role <> 'viewer' ORDER BY 1",
  );
  expect(roles.map(({ stage_role: role }) => role)).toEqual(['cohost', 'guest']);
  await keepOpenStages(app.kit);
  expect(await app.db.query("SELECT 1 FROM poll WHERE status = 'prepared'")).toHaveLength(2);
});

test('the demo’s seats and money add up, and no one gets an email', async () => {
  expect(await app.db.query("SELECT id FROM outbox WHERE topic = 'TicketIssued' AND sent_at IS NULL")).toEqual([]);
  await expectInvariants(app);
  const [event] = await app.db.query<{ id: string; username: string }>(
    `SELECT e.id, u.username FROM event e JOIN app_user u ON u.id = e.host_id WHERE e.price_minor > 0 AND e.sold > 0
      LIMIT 1`,
  );
  const page = await app.call('GET /events/:id', { params: { id: event!.id } });
  expect(page.data.attendees_users.length).toBe(page.data.event.event_num_tickets_sold);
});

test('the host has pending and available money, and movements in the order in which they happened', async () => {
  const { data: session } = await app.call('POST /auth/login', {
    body: { email: 'host@frontrow.test', password: 'frontrow-demo' },
  });
  const { data } = await app.call('GET /balance', { as: session.access_token });
  expect(data.currencies).toMatchObject([{ currency_code: 'EUR' }]);
  expect(data.currencies[0]!.pending).toBeGreaterThan(100);
  expect(data.currencies[0]!.available).toBeGreaterThan(100);
  const at = data.movements.map((movement) => movement.movement_at);
  expect(at.length).toBeGreaterThan(40);
  expect(at).toEqual(at.toSorted((a, b) => b - a));
});

test('the demo viewer has a paid, a refunded, a discounted and a free order, with receipts and a credit note', async () => {
  const login = await app.call('POST /auth/login', {
    body: { email: 'viewer@frontrow.test', password: 'frontrow-demo' },
  });
  const { orders } = (await app.call('GET /billing/orders', { as: login.data.access_token })).data;
  const found = orders.map((order) => [
    order.order_status,
    order.total > 0,
    order.discount > 0,
    order.receipt_state,
    order.refunds.flatMap((refund) => refund.credit_note).length,
  ]);
  for (const wanted of [
    ['paid', false, false, 'none', 0],
    ['paid', true, false, 'issued', 0],
    ['paid', true, true, 'issued', 0],
    ['refunded', true, false, 'issued', 2],
  ])
    expect(found).toContainEqual(wanted);
  expect(await mailsTo(app, 'viewer@frontrow.test')).toEqual([]);
});

test('the broadcast that its host can start could be copied to another service, which is switched off', async () => {
  const login = await app.call('POST /auth/login', { body: { email: 'host@frontrow.test', password: demoPassword } });
  const event = await app.db.one<{ id: string }>(
    "SELECT id FROM event WHERE cover_key = 'covers/demo-open-broadcast' AND state = 0",
  );
  const { data } = await app.call('GET /events/:uuid/restreams', {
    as: login.data.access_token,
    params: { uuid: event!.id },
  });
  expect(data.targets).toMatchObject([{ state: 'off', enabled: false, minutes: 10 }]);
});

test('people were in the rooms of past evenings, and some of them say how it was', async () => {
  const { data } = await app.call('GET /hosts/:username', { params: { username: 'meitanaka' } });
  expect(data.reviews.reviews.length).toBeGreaterThan(3);
  expect(data.host.host_followers).toBeGreaterThan(3);
  expect(data.influencer.influencer_ranking).toBeGreaterThan(4);
  expect(data.host.host_lang_ides.length).toBeGreaterThan(0);
  const before = await app.db.query('SELECT id, body, stars FROM review ORDER BY id');
  await seedDemo(app.kit);
  expect(await app.db.query('SELECT id, body, stars FROM review ORDER BY id')).toEqual(before);
});

test('a review is reported to app admins once, and a decision stays', async () => {
  const reports = () => app.db.query('SELECT id, status, reason FROM report ORDER BY id');
  const before = await reports();
  expect(before).toMatchObject([{ status: 'open', reason: 'spam' }]);
  await app.db.query("UPDATE report SET status = 'dismissed', decided_at = app_now()");
  await seedDemo(app.kit);
  expect(await reports()).toEqual([{ ...before[0], status: 'dismissed' }]);
});

test('every state of a private meeting that is worth looking at is there, on both sides', async () => {
  const statesOf = async (name: string, side: 'viewer' | 'host') => {
    const login = await app.call('POST /auth/login', {
      body: { email: `${name}@frontrow.test`, password: 'frontrow-demo' },
    });
    const { data } = await app.call('GET /private_requests', { as: login.data.access_token, query: { side } });
    return data.requests.map((request) => request.state).toSorted();
  };
  const ofHost = ['accepted', 'confirmed', 'finished', 'modified', 'pending_confirmation'];
  expect(await statesOf('viewer', 'viewer')).toEqual([...ofHost, 'rejected']);
  expect(await statesOf('host', 'host')).toEqual(ofHost);
  const before = await app.db.query('SELECT id FROM private_request ORDER BY id');
  await seedDemoEvents(app.kit);
  expect(await app.db.query('SELECT id FROM private_request ORDER BY id')).toEqual(before);
});

test('a demo that is put up again adds no event, also twice at once', async () => {
  const before = await count();
  await Promise.all([seedDemoEvents(app.kit), seedDemoEvents(app.kit)]);
  expect(await count()).toBe(before);
});

test('a cover is painted when someone looks at it', async () => {
  const { data } = await app.call('GET /events', { query: { limit: '1' } });
  const answer = await app.http.inject(data.events[0]!.event.event_cover_image.replace('-1280.', '-384.'));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await app.http.inject('/media/covers/demo-nobody-knows-384.webp')).statusCode).toBe(404);
});

test('the host can always go live within a minute: on a free stage, on a paid one, and in a broadcast', async () => {
  expect(await stages()).toEqual([
    { cover_key: 'covers/demo-front-row-session', soon: true },
    { cover_key: 'covers/demo-open-broadcast', soon: true },
    { cover_key: 'covers/demo-open-stage', soon: true },
  ]);
  await app.db.query("UPDATE event SET state = 1, started_at = app_now() WHERE cover_key = 'covers/demo-open-stage'");
  await keepOpenStages(app.kit);
  expect((await stages()).filter((stage) => stage.soon)).toHaveLength(3);
  const broadcast = await app.db.one<{ id: string; username: string }>(
    `SELECT e.id, u.username FROM event e JOIN app_user u ON u.id = e.host_id
     WHERE e.cover_key = 'covers/demo-open-broadcast' AND e.state = 0`,
  );
  const { data } = await app.call('POST /auth/login', {
    body: { email: 'host@frontrow.test', password: 'frontrow-demo' },
  });
  const shown = { as: data.access_token, params: { uuid: broadcast!.id } };
  expect((await app.call('GET /events/:uuid/ingest', shown)).status).toBe(200);
  await app.clock.advance(minutes(15));
  await keepOpenStages(app.kit);
  expect((await stages()).filter((stage) => stage.soon)).toHaveLength(3);
  await app.clock.advance(minutes(60));
  await keepOpenStages(app.kit);
  expect((await stages()).map((stage) => stage.soon)).toEqual([true, true, true]);
  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE state = 1');
});

test('an open stage without a ticket is moved forward, so the host has one of each', async () => {
  const ids = async () =>
    (
      await app.db.query<{ id: string }>(
        "SELECT id FROM event WHERE cover_key ~ 'open-stage|front-row-session|open-broadcast|holders' AND state = 0 ORDER BY id",
      )
    ).map(({ id }) => id);
  const before = await ids();
  expect(before).toHaveLength(4);
  for (let quarter = 0; quarter < 3; quarter++) {
    await app.clock.advance(minutes(15));
    await keepOpenStages(app.kit);
    expect(await ids()).toEqual(before);
    expect((await stages()).map((stage) => stage.soon)).toEqual([true, true, true]);
  }
});

test('after ten days everything is still to come again, no one else was refunded, and it adds up', async () => {
  await app.clock.advance(days(10) + hours(5));
  await seedDemoEvents(app.kit);
  const upcoming = programme.filter((event) => !('daysAgo' in event.when)).length;
  expect(await count('state = 0 AND starts_at > app_now()')).toBeGreaterThanOrEqual(upcoming);
  // But for the order whose credit note the demo viewer's billing shows.
  expect(await app.db.query('SELECT reason FROM refund')).toEqual([{ reason: 'admin' }]);
  expect(await count("cancel_reason = 'no_show'")).toBe(0);
  const ahead = "SELECT 1 FROM private_request WHERE status = 'confirmed' AND starts_at > app_now()";
  expect(await app.db.query(ahead)).toHaveLength(1);
  await expectInvariants(app);
});

test('every start lies on a quarter of an hour', () => {
  const now = Date.UTC(2026, 4, 1, 12, 7, 13);
  for (const { when } of programme) expect(startOf(when, now).getTime() % minutes(15)).toBe(0);
  expect(startOf({ quarters: 0 }, now)).toEqual(new Date(Date.UTC(2026, 4, 1, 12, 15)));
  expect(startOf({ days: 0, at: '12:00' }, now)).toEqual(new Date(Date.UTC(2026, 4, 8, 12, 0)));
});

test('next to a real card provider no sale is invented', async () => {
  const other = await testApp({ config: { demo: true } });
  const stripe = { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'wh' };
  await seedDemo({ ...other.kit, config: { ...other.kit.config, stripe } });
  expect(await other.db.query("SELECT id FROM payment WHERE provider <> 'free'")).toEqual([]);
  expect(await other.db.one('SELECT 1 AS there FROM ticket LIMIT 1')).toEqual({ there: 1 });
  await other.close();
});
