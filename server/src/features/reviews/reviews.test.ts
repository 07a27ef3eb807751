import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atOtherEvent, newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { dueRoom, liveRoom, type TestRoom } from '../../../test/rooms.ts';
import { mailsTo } from '../../../test/mails.ts';
import { giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const review = (who: TestActor, event_uuid: string, fields: object = {}) =>
  app.call('POST /events/reviews', { as: who.token, body: { event_uuid, stars: 5, text: 'Lovely.', ...fields } });
const codeOf = async (answer: ReturnType<typeof review>): Promise<[number, string | undefined]> => {
  const { status, errors } = await answer;
  return [status, errors[0]?.code];
};
const finish = async (room: TestRoom): Promise<void> => {
  const done = await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect(done.status).toBe(200);
};
/** A room that is over, in which the first viewers were. */
async function pastRoom(viewers = 1, inside = viewers): Promise<TestRoom> {
  const room = await liveRoom(app, viewers);
  for (const viewer of room.viewers.slice(0, inside)) await room.enter(viewer);
  await finish(room);
  await app.quiesce();
  return room;
}
const scoreOf = async (host: TestActor): Promise<[number, number]> => {
  await app.quiesce();
  const { data } = await app.call('GET /influencer/profile', { as: host.token });
  return [data.influencer_ranking, data.influencer_reviews];
};
const ofHost = async (host: TestActor) =>
  (await app.call('GET /hosts/:username/reviews', { params: { username: host.username } })).data.reviews;

describe('who may not', () => {
  test('strangers, people without a ticket, absent ticket holders and the host cannot review', async () => {
    const room = await pastRoom(2, 1);
    expect((await app.call('POST /events/reviews', { body: {} })).status).toBe(401);
    expect(await codeOf(review(await newViewer(app), room.event.id))).toEqual([403, 'review_not_attended']);
    expect(await codeOf(review(room.viewers[1]!, room.event.id))).toEqual([403, 'review_not_attended']);
    expect(await codeOf(review(room.host, room.event.id))).toEqual([403, 'review_own_event']);
    expect(await codeOf(review(room.viewers[0]!, '00000000-0000-4000-8000-000000000000'))).toEqual([
      404,
      'event_not_found',
    ]);
  });

  test('no one can review before the end, or a cancelled event', async () => {
    const room = await liveRoom(app, 1);
    await room.enter(room.viewers[0]!);
    expect(await codeOf(review(room.viewers[0]!, room.event.id))).toEqual([409, 'review_too_early']);
    const host = await newHost(app);
    const event = await newEvent(app, host);
    const viewer = await newViewer(app);
    await giveTicket(app, event, viewer);
    await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
    expect(await codeOf(review(viewer, event.id))).toEqual([409, 'event_cancelled']);
    await finish(room);
  });

  test('a review with invalid stars, or with too many words, is refused', async () => {
    const room = await pastRoom();
    const [viewer] = room.viewers;
    for (const stars of [0, 6, 2.5, -3])
      expect(await codeOf(review(viewer!, room.event.id, { stars }))).toEqual([400, 'review_stars_invalid']);
    expect((await review(viewer!, room.event.id, { stars: '5' })).status).toBe(400);
    expect(await codeOf(review(viewer!, room.event.id, { text: '🍜'.repeat(501) }))).toEqual([400, 'review_too_long']);
    expect((await review(viewer!, room.event.id, { text: '🍜'.repeat(500) })).status).toBe(201);
  });
});

describe('a review', () => {
  test('a review is written once, also in concurrent clicks, and is shown at the event and its host', async () => {
    const room = await pastRoom();
    const [viewer] = room.viewers;
    await app.call('POST /user/viewer_profile', {
      as: viewer!.token,
      body: { shown_name: 'Lena <b>', show_attending: true },
    });
    const hostile = '<img src=x onerror=alert(1)>\n"quoted" & javascript:alert(1)';
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => review(viewer!, room.event.id, { stars: 4, text: hostile })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await codeOf(review(viewer!, room.event.id))).toEqual([409, 'review_twice']);
    const atEvent = await app.call('GET /events/:id/reviews', { params: { id: room.event.id } });
    expect(atEvent.data.reviews).toMatchObject([
      {
        review_stars: 4,
        review_text: hostile,
        user: { user_username: viewer!.username, user_name: 'Lena <b>' },
        event: { event_uuid: room.event.id },
      },
    ]);
    expect(await ofHost(room.host)).toEqual(atEvent.data.reviews);
    expect(await scoreOf(room.host)).toEqual([4.75, 1]);
    const page = await app.call('GET /hosts/:username', { params: { username: room.host.username } });
    expect([page.data.reviews.reviews.length, page.data.influencer.influencer_reviews]).toEqual([1, 1]);
  });

  test('a review is offered to attendees, and only its author can delete it', async () => {
    const room = await pastRoom(2);
    const [author, other] = room.viewers;
    const mine = async () => (await app.call('GET /user/reviews', { as: author!.token })).data;
    expect(await mine()).toEqual({ reviewable: [room.event.id], reviewed: [] });
    const { review_ide } = (await review(author!, room.event.id, { stars: 1 })).data.review;
    expect(await mine()).toEqual({ reviewable: [], reviewed: [room.event.id] });
    const take = (who: TestActor) => app.call('POST /events/reviews/delete', { as: who.token, body: { review_ide } });
    expect((await take(other!)).errors[0]?.code).toBe('review_not_found');
    expect(await scoreOf(room.host)).toEqual([4, 1]);
    expect((await take(author!)).status).toBe(200);
    expect(await scoreOf(room.host)).toEqual([5, 0]);
    expect(await mine()).toEqual({ reviewable: [room.event.id], reviewed: [] });
  });

  test('a review is out of reach of a guest with the link of another event', async () => {
    const room = await pastRoom();
    const author = room.viewers[0]!;
    const { review_ide } = (await review(author, room.event.id)).data.review;
    const elsewhere = atOtherEvent(app, author, (await newEvent(app, room.host)).id);
    const take = (who: TestActor) => app.call('POST /events/reviews/delete', { as: who.token, body: { review_ide } });
    expect((await app.call('GET /user/reviews', { as: elsewhere.token })).data.reviewed).toEqual([]);
    expect((await take(elsewhere)).errors[0]?.code).toBe('review_not_found');
    const here = atOtherEvent(app, author, room.event.id);
    expect((await app.call('GET /user/reviews', { as: here.token })).data.reviewed).toEqual([room.event.id]);
    expect((await take(here)).status).toBe(200);
  });

  test('a review of an unlisted event does not say which event it was', async () => {
    const room = await pastRoom();
    await review(room.viewers[0]!, room.event.id);
    await app.db.query('UPDATE event SET is_public = false WHERE id = $1', [room.event.id]);
    expect((await ofHost(room.host))[0]!.event).toBeNull();
  });

  test('many reviews are listed page by page', async () => {
    const room = await pastRoom(8);
    for (const viewer of room.viewers) await review(viewer, room.event.id);
    const params = { id: room.event.id };
    const first = (await app.call('GET /events/:id/reviews', { params })).data;
    const second = (await app.call('GET /events/:id/reviews', { params, query: { cursor: first.next_cursor! } })).data;
    const ids = [...first.reviews, ...second.reviews].map((each) => each.review_ide);
    expect([ids.length, new Set(ids).size, second.next_cursor]).toEqual([8, 8, null]);
  });

  test('a review is deleted with its author', async () => {
    const room = await pastRoom();
    await review(room.viewers[0]!, room.event.id, { stars: 1 });
    expect(await scoreOf(room.host)).toEqual([4, 1]);
    const erased = { topic: 'AccountErased', dedupeKey: 'test-erased', payload: { accountId: room.viewers[0]!.id } };
    await app.db.query('INSERT INTO outbox (topic, dedupe_key, payload) VALUES ($1, $2, $3)', [
      erased.topic,
      erased.dedupeKey,
      JSON.stringify(erased.payload),
    ]);
    expect(await scoreOf(room.host)).toEqual([5, 0]);
    expect(await ofHost(room.host)).toEqual([]);
  });
});

test('a host reports a review of their event; an app admin removes it for good with a reason that its author reads, which settles the report', async () => {
  const room = await pastRoom();
  const [author] = room.viewers;
  const admin = await newAdmin(app);
  const { data } = await review(author!, room.event.id, { stars: 1, text: 'Rude words.' });
  const review_ide = data.review.review_ide;
  const report = (who: TestActor) =>
    app.call('POST /reports', { as: who.token, body: { kind: 'review', review_ide, reason: 'harassment' } });
  expect((await report(author!)).errors[0]?.code).toBe('report_own');
  expect((await report(room.host)).status).toBe(200);
  const decide = (who: TestActor, remove: boolean) =>
    app.call('POST /admin/reviews/decide', {
      as: who.token,
      body: { review_ide, remove, ...(remove && { reason: 'It insults the host.' }) },
    });
  expect((await decide(room.host, true)).status).toBe(403);
  const reports = async (state: string) =>
    (await app.call('GET /admin/reports', { as: admin.token, query: { state } })).data.reports;
  expect(await reports('open')).toMatchObject([{ quote: 'Rude words.', reporter_username: room.host.username }]);
  expect((await decide(admin, true)).status).toBe(200);
  expect((await decide(admin, true)).errors[0]?.code).toBe('review_not_found');
  await app.quiesce();
  const told = (await mailsTo(app, author!.email)).filter(({ subject }) =>
    subject.startsWith('We removed your review'),
  );
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/Rude words\.[^]*It insults the host\./)]);
  expect(await reports('open')).toEqual([]);
  expect(await reports('resolved')).toMatchObject([{ report_decision: 'It insults the host.' }]);
  expect([await ofHost(room.host), await scoreOf(room.host)]).toEqual([[], [5, 0]]);
  expect(await codeOf(review(author!, room.event.id))).toEqual([409, 'review_twice']);
  const log = await app.call('GET /admin/audit_log', { as: admin.token });
  expect(log.data.entries[0]).toMatchObject({
    action: 'review_removed',
    actor_username: admin.username,
    subject_username: author!.username,
    details: {
      event: 'An evening for a test',
      event_uuid: room.event.id,
      text: 'Rude words.',
      reason: 'It insults the host.',
    },
  });
});

test('a dismissed report does not protect a review: an app admin removes it later, with a reason its author reads', async () => {
  const room = await pastRoom();
  const [author] = room.viewers;
  const admin = await newAdmin(app);
  const { data } = await review(author!, room.event.id, { stars: 1, text: 'Buy followers here.' });
  const { review_ide } = data.review;
  const body = { kind: 'review', review_ide, reason: 'spam' };
  expect((await app.call('POST /reports', { as: room.host.token, body })).status).toBe(200);
  const reported = async () => {
    const { data: found } = await app.call('GET /admin/reports', { as: admin.token, query: { kind: 'review' } });
    return found.reports.find((one) => one.review_ide === review_ide)!;
  };
  const { report_uuid, review_shown } = await reported();
  expect(review_shown).toBe(true);
  const decision = { report_uuid, decision: 'dismissed', note: '' };
  expect((await app.call('POST /admin/reports/decide', { as: admin.token, body: decision })).status).toBe(200);
  expect(await reported()).toMatchObject({ report_state: 'dismissed', review_shown: true });
  const removal = { review_ide, remove: true, reason: 'Advertising' };
  expect((await app.call('POST /admin/reviews/decide', { as: admin.token, body: removal })).status).toBe(200);
  expect(await reported()).toMatchObject({ report_state: 'dismissed', review_shown: false });
  await app.quiesce();
  const told = (await mailsTo(app, author!.email)).filter(({ subject }) => subject.startsWith('We removed your'));
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/Buy followers here\.[^]*Reason: Advertising/)]);
  const log = await app.call('GET /admin/audit_log', { as: admin.token });
  expect(log.data.entries[0]).toMatchObject({ action: 'review_removed', details: { reason: 'Advertising' } });
});

describe('the score follows what a host does', () => {
  test('starting late, cancelling late and not showing up lower the score', async () => {
    const late = await dueRoom(app, 0);
    await app.clock.advance(minutes(16));
    expect((await late.do(late.host, 'POST /events/streaming/start_streaming')).status).toBe(200);
    expect(await scoreOf(late.host)).toEqual([4.75, 0]);
    await finish(late);

    const host = await newHost(app);
    const soon = await newEvent(app, host);
    await app.clock.advance(hours(3));
    await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: soon.id } });
    expect(await scoreOf(host)).toEqual([4.5, 0]);

    const absent = await dueRoom(app, 0);
    await app.clock.advance(minutes(90));
    expect(await scoreOf(absent.host)).toEqual([4.25, 0]);
  });

  test('a no-show in a room without a screen to start it from does not lower the score, and everyone is refunded', async () => {
    const broadcast = await dueRoom(app, 1, { kind: 'broadcast', priceMinor: 500 });
    await app.clock.advance(minutes(90));
    expect(await scoreOf(broadcast.host)).toEqual([5, 0]);
    expect(
      await app.db.one(
        `SELECT e.cancel_reason, t.voided_at IS NOT NULL AS voided FROM event e JOIN ticket t ON t.event_id = e.id
          WHERE e.id = $1`,
        [broadcast.event.id],
      ),
    ).toEqual({ cancel_reason: 'no_show', voided: true });
  });

  test('cancelling in time and starting on time do not lower the score', async () => {
    const host = await newHost(app);
    const event = await newEvent(app, host);
    await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
    expect(await scoreOf(host)).toEqual([5, 0]);
    const room = await pastRoom(0);
    expect(await scoreOf(room.host)).toEqual([5, 0]);
  });
});
