import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const free = () => newEvent(app, host, { priceMinor: 0, capacity: 49 });
const take = (event: TestEvent, email: string, remoteAddress: string) =>
  app.http.inject({
    method: 'POST',
    url: '/api/events/purchase_no_login',
    remoteAddress,
    payload: { event_uuid: event.id, type: 'interactive', email },
  });
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();
const atOnce = async (event: TestEvent, name: string, n: number, remoteAddress: string) =>
  statuses(await Promise.all(Array.from({ length: n }, (_, k) => take(event, `${name}${k}@mail.test`, remoteAddress))));

test('a network gets five free seats for email addresses that opened no email, concurrently or one by one', async () => {
  const event = await free();
  expect(await atOnce(event, 'alias', 8, '203.0.113.1')).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const refused = await take(event, 'one-more@mail.test', '203.0.113.1');
  expect(refused.json().errors[0]).toMatchObject({ code: 'too_many_unopened' });
  expect(await atOnce(event, 'elsewhere', 2, '203.0.113.10')).toEqual([200, 200]);
  expect((await take(await free(), 'alias0@mail.test', '203.0.113.1')).statusCode).toBe(200);
  expect((await buy(app, event, await newViewer(app))).status).toBe(200);
});

test('an opened email makes room for one more seat', async () => {
  const event = await free();
  expect(await atOnce(event, 'family', 6, '203.0.113.2')).toEqual([200, 200, 200, 200, 200, 429]);
  await app.db.query(
    `UPDATE app_user SET email_verified_at = app_now()
     WHERE id = (SELECT min(buyer_id) FROM orders WHERE event_id = $1 AND status = 'paid')`,
    [event.id],
  );
  expect(await atOnce(event, 'neighbour', 2, '203.0.113.2')).toEqual([200, 429]);
});

test('the refusal does not reveal whether an email address has a ticket', async () => {
  const event = await free();
  expect((await take(event, 'has-a-ticket@mail.test', '203.0.113.20')).statusCode).toBe(200);
  expect(await atOnce(event, 'probe', 5, '203.0.113.3')).toEqual([200, 200, 200, 200, 200]);
  const [known, unknown] = await Promise.all([
    take(event, 'has-a-ticket@mail.test', '203.0.113.3'),
    take(event, 'has-none@mail.test', '203.0.113.3'),
  ]);
  expect(known.statusCode).toBe(429);
  expect(known.json().errors).toEqual(unknown.json().errors);
});

test('a free seat that was held first counts, too', async () => {
  const event = await free();
  expect(await atOnce(event, 'held', 5, '203.0.113.4')).toEqual([200, 200, 200, 200, 200]);
  const held = await app.http.inject({
    method: 'POST',
    url: '/api/events/hold_no_login',
    remoteAddress: '203.0.113.4',
    payload: { event_uuid: event.id, type: 'interactive', email: 'holder@mail.test' },
  });
  expect(held.statusCode).toBe(200);
  const confirmed = await app.http.inject({
    method: 'POST',
    url: '/api/events/purchase_no_login',
    remoteAddress: '203.0.113.4',
    headers: { cookie: String(held.headers['set-cookie']).split(';')[0]! },
    payload: { event_uuid: event.id, type: 'interactive', email: 'holder@mail.test' },
  });
  expect(confirmed.json().errors[0]).toMatchObject({ code: 'too_many_unopened' });
});
