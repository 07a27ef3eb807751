import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket, purchaseBody } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const words = { subject: 'Bring a bowl', text: 'Hello.\n\n<b>See</b> https://evil.test\nyou.' };
const write = (as: TestActor, id: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.call('POST /events/message', { as: as.token, body: { event_uuid: id, ...words, ...more }, headers });
const read = (as: TestActor, id: string) => app.call('GET /events/:id/messages', { as: as.token, params: { id } });
const fromHost = async (to: string) => (await mailsTo(app, to)).filter((mail) => mail.subject.includes('Bring a bowl'));

test('only the host writes to the holders, and only they and the host can read the messages', async () => {
  const event = await newEvent(app, host);
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  for (const person of [await newHost(app), await newAdmin(app), holder])
    expect((await write(person, event.id)).status).toBe(403);
  expect((await write(host, event.id)).data).toEqual({ told: 1 });
  for (const person of [host, holder])
    expect((await read(person, event.id)).data.messages).toMatchObject([{ subject: 'Bring a bowl' }]);
  expect((await read(await newViewer(app), event.id)).status).toBe(403);
});

test('every current holder is emailed once, guests included, with markup escaped', async () => {
  const event = await newEvent(app, host);
  const [holder, gone] = await Promise.all([newViewer(app), newViewer(app)]);
  await giveTicket(app, event, holder);
  const { id } = await giveTicket(app, event, gone);
  await app.call('POST /events/purchase_no_login', {
    body: { ...(await purchaseBody(app, event)), email: 'guest@mail.test' },
  });
  await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE id = $1', [id]);
  expect((await write(host, event.id)).status).toBe(200);
  await app.quiesce();
  await app.quiesce();
  const [mail, ...more] = await fromHost(holder.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`${host.username}: Bring a bowl`);
  expect(mail?.html).toMatch(/&lt;b(>|&gt;)See&lt;\/b/);
  expect(mail?.html).not.toContain('href="https://evil.test');
  expect(await fromHost(gone.email)).toEqual([]);
  const [guestMail] = await fromHost('guest@mail.test');
  expect(guestMail?.links.some((link) => link.includes('/ticket/join/'))).toBe(true);
});

test('a host writes three messages a day per event, and a repeated key creates one message', async () => {
  const event = await newEvent(app, host);
  await giveTicket(app, event, await newViewer(app));
  const twice = await Promise.all(
    [1, 2].map(() => write(host, event.id, {}, { 'idempotency-key': 'one-message-key' })),
  );
  expect(twice.some((answer) => answer.status === 200)).toBe(true);
  expect((await read(host, event.id)).data.messages).toHaveLength(1);
  const answers = await Promise.all([1, 2, 3].map(() => write(host, event.id)));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 429]);
  await app.clock.advance(days(1) + minutes(1));
  expect((await write(host, event.id)).status).toBe(200);
});

test('a message without text or holders, after a cancellation, or two weeks after the end is refused', async () => {
  const event = await newEvent(app, host);
  expect((await write(host, event.id)).errors[0]?.code).toBe('nobody_to_tell');
  await giveTicket(app, event, await newViewer(app));
  const empty = await write(host, event.id, { subject: ' ', text: '\n' });
  expect(empty.errors.map((line) => line.message)).toEqual(['Please write a subject.', 'Please write a message.']);
  await app.db.query('UPDATE event SET state = 2, started_at = app_now(), finished_at = app_now() WHERE id = $1', [
    event.id,
  ]);
  expect((await write(host, event.id)).status).toBe(200);
  await app.clock.advance(days(14) + hours(1));
  expect((await write(host, event.id)).errors[0]?.code).toBe('event_over');
  const cancelled = await newEvent(app, host, { cancelled: 'host' });
  expect((await write(host, cancelled.id)).errors[0]?.code).toBe('event_cancelled');
});
