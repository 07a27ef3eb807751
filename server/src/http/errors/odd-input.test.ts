import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { giveTicket } from '../../../test/tickets.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(
  async () =>
    void (app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } })),
);
afterAll(() => app.close());

test.each([
  ['a NUL in an address', 'POST /auth/login', { body: { email: 'a\u0000@b.co', password: 'x' } }],
  ['a NUL in a payment reference', 'POST /payment/stripe_intent', { body: { payment_intent: 'pi_\u0000' } }],
  ['a NUL in a filter', 'GET /events', { query: { tag: '\u0000' } }],
  ['a category beyond every number', 'GET /events', { query: { category: '99999999999' } }],
  ['a language beyond every number', 'GET /events', { query: { lang: '99999999999' } }],
] as const)('%s is refused in a sentence, never a fault', async (_what, call, request) => {
  const answer = await app.call(call, request);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.errors[0]?.code).not.toBe('fault');
});

test('an event named in capitals is the same event and the same room', async () => {
  const host = await newHost(app);
  const viewer = await newViewer(app);
  const event = await newEvent(app, host, { capacity: 5, startsInMs: minutes(5) });
  await giveTicket(app, event, viewer);
  const capitals = event.id.toUpperCase();
  const started = await app.call('POST /events/streaming/start_streaming', {
    as: host.token,
    body: { event_uuid: capitals },
  });
  expect([started.status, started.data.room]).toEqual([200, event.id]);
  const joined = await app.call('POST /events/streaming/join_streaming', {
    as: viewer.token,
    body: { event_uuid: event.id },
  });
  expect([joined.status, joined.data.room]).toEqual([200, event.id]);
});
