import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(
  async () =>
    void (app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } })),
);
afterAll(() => app.close());

test("a guest's session for one event cannot refund a ticket for another event", async () => {
  const host = await newHost(app);
  const own = await newEvent(app, host, { capacity: 5, startsInMs: minutes(60) });
  const other = await newEvent(app, host, { capacity: 5, startsInMs: minutes(60) });
  const guest = await newGuest(app, own.id);
  const row = await app.db.one<{ email: string }>('SELECT guest_email_norm AS email FROM app_user WHERE id = $1', [
    guest.id,
  ]);
  const bought = await app.call('POST /events/purchase_no_login', {
    body: { event_uuid: other.id, type: 'interactive', email: row!.email },
  });
  expect(bought.status).toBe(200);
  const ticket = await app.db.one<{ id: string }>('SELECT id FROM ticket WHERE event_id = $1 AND holder_id = $2', [
    other.id,
    guest.id,
  ]);
  await app.clock.advance(minutes(75));
  const asked = await app.call('POST /tickets/refund', { as: guest.token, body: { ticket_uuid: ticket!.id } });
  expect([asked.status, asked.errors[0]?.code]).toEqual([404, 'ticket_not_found']);
});
