import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { openRequestsMax } from '@frontrow/core/meetings/limits.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { whileHeld } from '../../../test/interleaving.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';
import { mailsTo } from '../../../test/mails.ts';
import { asked, type Asked, call, inFuture, offeringHost, seenBy } from '../../../test/meetings.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';

let app: TestApp;
const open: Socket[] = [];
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  for (const socket of open) socket.close();
  await app.close();
});

const lockRow = 'SELECT 1 FROM private_request WHERE id = $1 FOR UPDATE';
const stateOf = async ({ id }: Pick<Asked, 'id'>): Promise<string | undefined> =>
  (await app.db.one<{ status: string }>('SELECT status FROM private_request WHERE id = $1', [id]))?.status;
const accepted = async (more: Parameters<typeof asked>[1] = {}): Promise<Asked> => {
  const meeting = await asked(app, more);
  expect((await call(app, 'POST /private_requests/accept', meeting.host, meeting.id)).errors).toEqual([]);
  return meeting;
};

test('only the two can see a request, and each can make only the calls of their side', async () => {
  const meeting = await asked(app);
  const { host, viewer, id } = meeting;
  const bodies = { accept: {}, reject: { reason: 'No.' }, modify: { message: 'Later?', minutes: 60 }, agree: {} };
  const all = { ...bodies, cancel: {}, block: { blocked: true } };
  type Name = keyof typeof all;
  const answer = async (as: TestActor, name: Name) =>
    (await call(app, `POST /private_requests/${name}`, as, id, all[name])).errors[0]?.code;
  for (const stranger of [await newHost(app), await newViewer(app)]) {
    for (const name of Object.keys(all) as Name[]) expect(await answer(stranger, name)).toBe('request_not_found');
    for (const side of ['viewer', 'host']) {
      const { data } = await app.call('GET /private_requests', {
        as: stranger.token,
        query: { side, request_uuid: id },
      });
      expect(data.requests).toEqual([]);
    }
  }
  expect(await answer(host, 'agree')).toBe('forbidden');
  for (const name of ['accept', 'reject', 'modify', 'block'] as const)
    expect(await answer(viewer, name)).toBe('forbidden');
  const guest = await newGuest(app, id);
  expect((await app.call('GET /private_requests', { as: guest.token, query: { side: 'viewer' } })).status).toBe(403);
  expect(await stateOf(meeting)).toBe('pending_confirmation');
});

test('a rejection needs a reason; a proposal needs a message and changes something that is possible', async () => {
  const { host, id, startsAt } = await asked(app);
  const modify = async (more: object) =>
    (await call(app, 'POST /private_requests/modify', host, id, { message: 'Better?', ...more })).errors[0]?.code;
  expect((await call(app, 'POST /private_requests/reject', host, id, { reason: ' \u200B' })).errors[0]?.code).toBe(
    'request_message_required',
  );
  expect(await modify({ message: ' ', minutes: 60 })).toBe('request_message_required');
  expect(await modify({})).toBe('nothing_modified');
  expect(await modify({ price: 20, minutes: 30, starts_at: startsAt })).toBe('nothing_modified');
  expect(await modify({ price: 500.01 })).toBe('bad_input');
  expect(await modify({ price: 10.001 })).toBe('bad_input');
  expect(await modify({ price: -1 })).toBe('bad_input');
  expect(await modify({ starts_at: inFuture(app, 0) - minutes(15) })).toBe('time_past');
  expect(await modify({ starts_at: inFuture(app, days(57)) })).toBe('time_too_far');
  const other = await accepted({ host, viewer: await newViewer(app), inMs: days(5) });
  expect(await modify({ starts_at: other.startsAt - minutes(15) })).toBe('time_taken');
  expect(await modify({ price: 19.99 })).toBeUndefined();
});

test('a viewer has one open request per host, and five in all', async () => {
  const viewer = await newViewer(app);
  const first = await asked(app, { viewer });
  for (let n = 1; n < openRequestsMax; n++) await asked(app, { viewer });
  const ask = async (host: TestActor) =>
    (
      await app.call('POST /private_requests/create', {
        as: viewer.token,
        body: { username: host.username, starts_at: inFuture(app), minutes: 30 },
      })
    ).errors[0]?.code;
  expect(await ask(first.host)).toBe('request_open');
  const sixth = await offeringHost(app);
  expect(await ask(sixth)).toBe('requests_full');
  await call(app, 'POST /private_requests/reject', first.host, first.id, { reason: 'Not this month.' });
  const both = await Promise.all([ask(sixth), ask(sixth)]);
  expect(both.toSorted()).toEqual(['request_open', undefined]);
});

test('both are notified of each step once, by email and in their windows', async () => {
  const host = await offeringHost(app, 'Europe/Madrid');
  const viewer = await newViewer(app, { zoneName: 'Asia/Tokyo' });
  const received = { host: 0, viewer: 0 };
  for (const [side, who] of [
    ['host', host],
    ['viewer', viewer],
  ] as const) {
    const socket = io(`${await listening(app)}${activityNamespace}`, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: who.token },
    });
    open.push(socket);
    socket.on('requests', () => (received[side] += 1));
    await until('the window listens', () => socket.connected);
  }
  const meeting = await asked(app, { host, viewer });
  await app.quiesce();
  expect((await mailsTo(app, host.email)).map(({ subject }) => subject)).toEqual([
    `${viewer.username} requested a private meeting`,
  ]);
  expect((await mailsTo(app, host.email))[0]!.text).toContain('May I ask you something?');
  const unread = async (who: TestActor) => (await app.call('GET /private_requests/unread', { as: who.token })).data;
  expect([await unread(host), await unread(viewer)]).toEqual([
    { viewer: 0, host: 1 },
    { viewer: 0, host: 0 },
  ]);
  expect((await app.call('POST /private_requests/seen', { as: host.token, body: { side: 'host' } })).data.host).toBe(0);
  await call(app, 'POST /private_requests/modify', host, meeting.id, { price: 25, message: 'It takes longer.' });
  await call(app, 'POST /private_requests/agree', viewer, meeting.id);
  await app.quiesce();
  await app.quiesce();
  const [agreed, proposal, sent] = await mailsTo(app, viewer.email);
  expect([agreed, proposal, sent].map((mail) => mail?.subject)).toEqual([
    `You accepted ${(await seenBy(app, meeting, viewer)).host.name}’s proposal`,
    `${(await seenBy(app, meeting, viewer)).host.name} proposed a change`,
    `You requested a meeting with ${(await seenBy(app, meeting, viewer)).host.name}`,
  ]);
  expect(proposal!.text).toContain('It takes longer.');
  expect(proposal!.text).toContain('GMT+9');
  expect(agreed!.text).toContain('€26.75');
  expect(agreed!.links).toContain(`http://localhost:3000/message/private_request?request=${meeting.id}`);
  expect(await mailsTo(app, host.email)).toHaveLength(3);
  await until('both windows were told three times', () => received.host === 3 && received.viewer === 3);
});

test('a person the host blocked cannot request a meeting, and open requests end without a reason', async () => {
  const meeting = await accepted();
  const { host, viewer, id } = meeting;
  const block = (blocked: boolean) => call(app, 'POST /private_requests/block', host, id, { blocked });
  for (let n = 0; n < 2; n++) expect((await block(true)).data).toEqual({ blocked: true });
  expect(await stateOf(meeting)).toBe('cancelled_by_host');
  expect((await seenBy(app, meeting, host)).viewer_blocked).toBe(true);
  expect((await seenBy(app, meeting, viewer)).viewer_blocked).toBe(false);
  const ask = () =>
    app.call('POST /private_requests/create', {
      as: viewer.token,
      body: { username: host.username, starts_at: inFuture(app), minutes: 30 },
    });
  expect((await ask()).errors[0]?.code).toBe('meetings_not_offered');
  await block(false);
  expect((await ask()).status).toBe(201);
  expect((await block(true)).data).toEqual({ blocked: true });
  expect((await seenBy(app, meeting, host)).state).toBe('cancelled_by_host');
  expect(
    await app.db.query("SELECT 1 FROM private_request WHERE viewer_id = $1 AND status = 'rejected'", [viewer.id]),
  ).toHaveLength(1);
});

test('a request made at the moment of being blocked does not stay open', async () => {
  const before = await asked(app);
  const { host, viewer } = before;
  const block = () => call(app, 'POST /private_requests/block', host, before.id, { blocked: true });
  await call(app, 'POST /private_requests/cancel', viewer, before.id);
  const client = await app.db.pool.connect();
  try {
    // The question is judged, and not written yet.
    await client.query('BEGIN; LOCK TABLE private_request_step IN SHARE MODE');
    const waiting = async (): Promise<number> =>
      (
        await app.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
      ).length;
    const asking = asked(app, { host, viewer });
    await until('the question waits', async () => (await waiting()) === 1);
    let isBlocked = false;
    const blocking = block().then(() => (isBlocked = true));
    await until('the block is through, or waits too', async () => isBlocked || (await waiting()) === 2);
    await client.query('COMMIT');
    const meeting = await asking;
    await blocking;
    expect(await stateOf(meeting)).toBe('rejected');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** Two calls that both wait for the request's row and get it one after the other. */
const atOnce = <A, B>(id: string, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> =>
  whileHeld(
    app,
    lockRow,
    id,
    () => Promise.all([one(), other()]),
    async () => undefined,
  );

test('the second of a concurrent acceptance and cancellation is decided by what the first left', async () => {
  const meeting = await asked(app);
  const { host, viewer, id } = meeting;
  const [acceptance, cancellation] = await atOnce(
    id,
    () => call(app, 'POST /private_requests/accept', host, id),
    () => call(app, 'POST /private_requests/cancel', viewer, id),
  );
  expect(cancellation.status).toBe(200);
  expect(acceptance.errors[0]?.code ?? 'accepted').toMatch(/^(accepted|request_moved)$/);
  expect(await stateOf(meeting)).toBe('cancelled_by_viewer');
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM host_time WHERE event_id = $1', [id])).toEqual([]);
});

test('a concurrent change and agreement never binds anyone to a price they have not seen', async () => {
  const meeting = await asked(app);
  const { host, viewer, id } = meeting;
  const modify = (price: number) => call(app, 'POST /private_requests/modify', host, id, { price, message: 'Better?' });
  const seen = (await modify(24)).data.request.changed_at;
  const changed_at = (await modify(25)).data.request.changed_at;
  const late = await call(app, 'POST /private_requests/agree', viewer, id, { changed_at: seen });
  expect(late.errors[0]?.code).toBe('request_moved');
  const [dearer, agreement] = await atOnce(
    id,
    () => modify(200),
    () => call(app, 'POST /private_requests/agree', viewer, id, { changed_at }),
  );
  const { state, price } = await seenBy(app, meeting, viewer);
  expect([dearer.errors[0]?.code, agreement.errors[0]?.code, state, price]).toEqual(
    state === 'accepted' ? ['request_moved', undefined, 'accepted', 25] : [undefined, 'request_moved', 'modified', 200],
  );
});

test('the second acceptance for one time is refused, and its request stays open', async () => {
  const host = await offeringHost(app);
  const [first, second] = [await asked(app, { host }), await asked(app, { host })];
  const both = await Promise.all([first, second].map(({ id }) => call(app, 'POST /private_requests/accept', host, id)));
  expect(both.map(({ status, errors }) => errors[0]?.code ?? status).toSorted()).toEqual([200, 'time_taken']);
  expect([await stateOf(first), await stateOf(second)].toSorted()).toEqual(['accepted', 'pending_confirmation']);
});

test('deleting an account ends open requests and deletes their messages', async () => {
  const person = await signUp(app, 'leaves');
  const host = await offeringHost(app);
  const meeting = await asked(app, { host, viewer: person });
  await call(app, 'POST /private_requests/accept', host, meeting.id);
  await app.call('POST /user/delete', { as: person.token, body: { password: signUpPassword } });
  await app.quiesce();
  const seen = await seenBy(app, meeting, host);
  expect(seen).toMatchObject({ state: 'cancelled_by_viewer', message: '' });
  expect(seen.history.map((step) => step.message)).toEqual(['', '', '']);
});

test('the host keeps an unpaid meeting until 24 hours before it, and the viewer may pay late until it is cancelled', async () => {
  const [kept, late] = [await accepted({ inMs: days(2) }), await accepted({ inMs: days(2) })];
  const cancel = () => call(app, 'POST /private_requests/cancel', kept.host, kept.id);
  expect(await seenBy(app, kept, kept.host)).toMatchObject({ actions: [], pay_by: kept.startsAt - days(1) });
  const early = await cancel();
  expect([early.status, early.errors[0]?.code]).toEqual([409, 'cancel_too_early']);
  expect(early.errors[0]?.message).toBe('You can cancel an unpaid meeting from 24 hours before it starts.');
  expect(await stateOf(kept)).toBe('accepted');
  await app.clock.advance(kept.startsAt - days(1) - app.clock.now());
  await app.quiesce();
  expect(await stateOf(late)).toBe('accepted');
  expect((await seenBy(app, late, late.viewer)).actions).toEqual(['purchase', 'cancel']);
  expect((await cancel()).data.request.state).toBe('cancelled_by_host');
});

test('a request that is not answered or paid in time expires, and the time is free again', async () => {
  const [asking, modified, unpaid, short] = [
    await asked(app, { inMs: hours(30) }),
    await asked(app, { inMs: hours(30) }),
    await accepted({ inMs: hours(30) }),
    await accepted({ inMs: hours(10) }),
  ];
  await call(app, 'POST /private_requests/modify', modified.host, modified.id, { price: 1, message: 'A gift.' });
  expect((await seenBy(app, short, short.viewer)).pay_by).toBeLessThanOrEqual(app.clock.now() + hours(1));
  await app.clock.advance(minutes(59));
  await app.quiesce();
  expect(await stateOf(short)).toBe('accepted');
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect([await stateOf(short), await stateOf(unpaid)]).toEqual(['expired', 'accepted']);
  await app.clock.advance(hours(30));
  await app.quiesce();
  expect(await Promise.all([asking, modified, unpaid].map(stateOf))).toEqual(['expired', 'expired', 'expired']);
  expect(await app.db.query('SELECT 1 FROM host_time WHERE event_id = ANY ($1)', [[short.id, unpaid.id]])).toEqual([]);
  expect((await mailsTo(app, unpaid.viewer.email))[0]!.text).toContain('The meeting wasn’t paid in time');
  expect((await seenBy(app, unpaid, unpaid.host)).unread).toBe(true);
});
