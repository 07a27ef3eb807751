import { days } from '@frontrow/core/kernel/instant.ts';
import { reportsPerDayMax } from '@frontrow/core/reports/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { withoutAudit } from '../../../test/failing-audit.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { liveRoom } from '../../../test/rooms.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const report = (as: TestActor, body: object) =>
  app.call('POST /reports', { as: as.token, body: { reason: 'fraud', ...body } });
const list = async (query: Record<string, string> = {}) =>
  (await app.call('GET /admin/reports', { as: admin.token, query })).data.reports;
const decide = (report_uuid: string, decision: 'resolved' | 'dismissed', as = admin.token, note = 'Looked at it') =>
  app.call('POST /admin/reports/decide', { as, body: { report_uuid, decision, note } });
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const reportMails = async () =>
  (await mailsTo(app, admin.email)).filter((mail) => mail.subject.startsWith('New report'));

test('an event is reported once per person, reaches the app admins by email once, and is decided once', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host);
  const [first, second] = [await newViewer(app), await newViewer(app)];
  const body = { kind: 'event', event_uuid: event.id, note: 'This show does not exist.' };
  expect((await report(first, body)).status).toBe(200);
  expect((await report(first, body)).status).toBe(200);
  await app.quiesce();
  expect((await report(second, body)).status).toBe(200);
  await app.quiesce();
  const mails = await reportMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Reason: Scam or fake event');
  const open = await list({ state: 'open', kind: 'event' });
  expect(open).toHaveLength(2);
  expect(open[0]).toMatchObject({
    report_reason: 'fraud',
    report_note: 'This show does not exist.',
    reports_open: 2,
    reporter_username: second.username,
    subject_username: host.username,
    event_uuid: event.id,
  });
  const overview = (await app.call('GET /admin/overview', { as: admin.token })).data;
  expect(overview.attention).toEqual([expect.objectContaining({ kind: 'reports', count: 2 })]);
  const [{ report_uuid: id } = { report_uuid: '' }] = open;
  expect(codeOf(await decide(id, 'resolved', host.token))).toBe('forbidden');
  await withoutAudit(app, 'report_resolved', async () => expect((await decide(id, 'resolved')).status).toBe(500));
  expect(await list({ state: 'open' }), 'nothing is decided unaudited').toHaveLength(2);
  expect((await decide(id, 'resolved')).status).toBe(200);
  expect(codeOf(await decide(id, 'dismissed'))).toBe('report_decided');
  expect(await list({ state: 'open' })).toEqual([]);
  expect((await list({ state: 'resolved' })).map((one) => one.report_decision)).toEqual([
    'Looked at it',
    'Looked at it',
  ]);
  expect((await app.call('GET /admin/audit_log', { as: admin.token })).data.entries[0]).toMatchObject({
    action: 'report_resolved',
    subject_username: host.username,
    details: { kind: 'event', reports: '2', reason: 'Looked at it' },
  });
  expect((await report(first, body)).status, 'a decided report can be filed again').toBe(200);
  await decide((await list({ state: 'open' }))[0]!.report_uuid, 'dismissed');
});

test('a person is reported by username; nobody reports themselves, and a reason "other" needs words', async () => {
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  expect(codeOf(await report(viewer, { kind: 'person', username: viewer.username }))).toBe('report_own');
  expect(codeOf(await report(viewer, { kind: 'person', username: 'nobody-at-all' }))).toBe('user_not_found');
  const vague = { kind: 'person', username: other.username, reason: 'other' };
  expect(codeOf(await report(viewer, { ...vague, note: '  ' }))).toBe('report_note_required');
  expect(codeOf(await report(viewer, { ...vague, note: 'x'.repeat(501) }))).toBe('reason_too_long');
  expect((await report(viewer, { ...vague, note: 'Pretends to be me.' })).status).toBe(200);
  expect(await list({ kind: 'person' })).toMatchObject([{ subject_ide: other.id, report_note: 'Pretends to be me.' }]);
});

test('an app admin opens from a person’s or an event’s page as many reports as it counts, and no others', async () => {
  const [host, viewer] = [await newHost(app), await newViewer(app)];
  const [event, other] = [await newEvent(app, host), await newEvent(app, host)];
  await report(viewer, { kind: 'event', event_uuid: event.id });
  await report(viewer, { kind: 'event', event_uuid: other.id });
  await report(viewer, { kind: 'person', username: host.username, event_uuid: event.id });
  const person = await app.call('GET /admin/users/:ide', { as: admin.token, params: { ide: String(host.id) } });
  const ofHost = await list({ state: 'open', user_ide: String(host.id) });
  expect([person.data.reports_open, ofHost.length]).toEqual([3, 3]);
  expect(new Set(ofHost.map(({ subject_ide }) => subject_ide))).toEqual(new Set([host.id]));
  const page = await app.call('GET /admin/events/:id', { as: admin.token, params: { id: event.id } });
  const ofEvent = await list({ state: 'open', event_uuid: event.id });
  expect(page.data.reports_open).toBe(1);
  expect(ofEvent.map(({ event_uuid, report_kind }) => [event_uuid, report_kind])).toEqual([[event.id, 'event']]);
});

test('a chat message is reported by people of its room, with its words kept', async () => {
  const room = await liveRoom(app, 2);
  const [author, reader] = room.viewers as [TestActor, TestActor];
  await room.enter(author);
  await room.enter(reader);
  const sent = await app.call('POST /events/streaming/messages_new', {
    as: author.token,
    body: { event_uuid: room.event.id, message: 'Buy followers here', client_id: 'one' },
  });
  expect(sent.status).toBe(200);
  const row = await app.db.one<{ seq: number }>('SELECT seq FROM chat_message WHERE event_id = $1', [room.event.id]);
  const body = { kind: 'message', event_uuid: room.event.id, message_seq: row!.seq, reason: 'spam' };
  expect(codeOf(await report(author, body))).toBe('report_own');
  expect(codeOf(await report(await newViewer(app), body))).toBe('report_subject_gone');
  expect((await report(reader, body)).status).toBe(200);
  expect(await list({ kind: 'message' })).toMatchObject([
    { quote: 'Buy followers here', subject_username: author.username, event_uuid: room.event.id },
  ]);
});

test('an app admin removes a reported message after the event with a reason that its author reads, once', async () => {
  const room = await liveRoom(app, 2);
  const [author, reader] = room.viewers as [TestActor, TestActor];
  await room.enter(author);
  await room.enter(reader);
  const message = 'Come to my own channel instead';
  await room.do(author, 'POST /events/streaming/messages_new', { message, client_id: 'one' });
  const row = await app.db.one<{ seq: number }>('SELECT seq FROM chat_message WHERE event_id = $1', [room.event.id]);
  await report(reader, { kind: 'message', event_uuid: room.event.id, message_seq: row!.seq, reason: 'spam' });
  expect((await room.do(room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
  const reported = async () => (await list({ kind: 'message' })).find(({ quote }) => quote === message)!;
  const { report_uuid, message_shown } = await reported();
  expect(message_shown).toBe(true);
  const remove = (as: TestActor, reason: string) =>
    app.call('POST /admin/reports/remove_message', { as: as.token, body: { report_uuid, reason } });
  expect(codeOf(await remove(room.host, 'Advertising'))).toBe('forbidden');
  expect(codeOf(await remove(admin, ' '))).toBe('field_required');
  expect(codeOf(await decide(report_uuid, 'dismissed'))).toBeUndefined();
  await withoutAudit(app, 'message_removed', async () => expect((await remove(admin, 'Ads')).status).toBe(500));
  expect((await reported()).message_shown, 'nothing is removed unaudited').toBe(true);
  expect((await remove(admin, 'Advertising')).status, 'a dismissed report does not protect a message').toBe(200);
  expect(codeOf(await remove(admin, 'Advertising'))).toBe('message_not_found');
  expect((await reported()).message_shown).toBe(false);
  const shown = await app.db.query('SELECT seq FROM chat_message WHERE event_id = $1 AND removed_at IS NULL', [
    room.event.id,
  ]);
  expect(shown).toEqual([]);
  await app.quiesce();
  const mails = (await mailsTo(app, author.email)).filter(({ subject }) => subject.startsWith('We removed your'));
  expect(mails.map(({ text }) => [text.includes(message), text.includes('Reason: Advertising')])).toEqual([
    [true, true],
  ]);
  expect((await app.call('GET /admin/audit_log', { as: admin.token })).data.entries[0]).toMatchObject({
    action: 'message_removed',
    subject_username: author.username,
    details: { text: message, reason: 'Advertising' },
  });
});

test('a removed message is gone where it became a question, too, and nobody in the room sees who removed it', async () => {
  const room = await liveRoom(app, 2);
  const [author, reader] = room.viewers as [TestActor, TestActor];
  await room.enter(author);
  await room.enter(reader);
  const message = 'Where does Lia from the third row live?';
  await room.do(author, 'POST /events/streaming/messages_new', { message, client_id: 'one' });
  const row = await app.db.one<{ seq: number }>('SELECT seq FROM chat_message WHERE event_id = $1', [room.event.id]);
  const asked = await room.do(room.host, 'POST /events/streaming/questions/from_message', { message_id: row!.seq });
  await room.do(room.host, 'POST /events/streaming/questions/update', {
    question_id: asked.data.question.question_id,
    state: 'answered',
  });
  await report(reader, { kind: 'message', event_uuid: room.event.id, message_seq: row!.seq, reason: 'spam' });
  const { report_uuid } = (await list({ kind: 'message' })).find(({ quote }) => quote === message)!;
  const body = { report_uuid, reason: 'Private data' };
  expect((await app.call('POST /admin/reports/remove_message', { as: admin.token, body })).status).toBe(200);

  const params = { uuid: room.event.id };
  const seenBy = async (as: TestActor) =>
    JSON.stringify([
      await app.call('GET /events/streaming/questions/:uuid', { as: as.token, params }),
      await app.call('GET /events/streaming/moderation/:uuid', { as: as.token, params }),
      await app.call('GET /events/:uuid/room_export', { as: as.token, params, query: {} }),
    ]);
  expect(await seenBy(room.host)).toContain('question_answered');
  for (const who of [reader, room.host]) {
    const seen = await seenBy(who);
    expect(seen).not.toContain(message);
    expect(seen).not.toContain(admin.username);
  }
});

test('only a report of a message removes one', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host);
  await report(await newViewer(app), { kind: 'event', event_uuid: event.id });
  const { report_uuid } = (await list({ kind: 'event' })).find(({ event_uuid }) => event_uuid === event.id)!;
  const body = { report_uuid, reason: 'Advertising' };
  expect(codeOf(await app.call('POST /admin/reports/remove_message', { as: admin.token, body }))).toBe(
    'report_not_found',
  );
});

test('a guest reports the one event of the session; strangers and visitors report nothing they cannot see', async () => {
  const host = await newHost(app);
  const [event, other] = [await newEvent(app, host), await newEvent(app, host)];
  const guest = await newGuest(app, event.id);
  expect((await report(guest, { kind: 'event', event_uuid: event.id })).status).toBe(200);
  expect(codeOf(await report(guest, { kind: 'event', event_uuid: other.id }))).toBe('forbidden');
  const visitor = await app.call('POST /reports', { body: { kind: 'event', event_uuid: event.id, reason: 'spam' } });
  expect(codeOf(visitor)).toBe('login_required');
  expect((await report(guest, { kind: 'castle', event_uuid: event.id })).status).toBe(400);
});

test('one person files a limited number of reports a day', async () => {
  const viewer = await newViewer(app);
  const people = await Promise.all(Array.from({ length: reportsPerDayMax + 1 }, () => newViewer(app)));
  for (const { username } of people.slice(0, reportsPerDayMax))
    expect((await report(viewer, { kind: 'person', username })).status).toBe(200);
  const last = { kind: 'person', username: people.at(-1)!.username };
  const refused = await report(viewer, last);
  expect([refused.status, codeOf(refused)]).toEqual([429, 'report_limit']);
  await app.clock.advance(days(1));
  expect((await report(viewer, last)).status).toBe(200);
});
