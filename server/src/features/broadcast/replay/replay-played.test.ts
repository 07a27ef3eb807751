import { randomUUID } from 'node:crypto';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { card, codeOf, pieceMs, replayStage } from '../../../../test/replays.ts';
import type { TestRoom } from '../../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const { ask, buyReplay, recordedEvent, replayOf, sell } = replayStage(() => app);

/** Ten minutes, of which someone has bought the replay. */
async function bought(): Promise<{
  room: TestRoom;
  buyer: TestActor;
  ticket: string;
  begins: number;
  replay: WireRecordedEvent;
}> {
  const room = await recordedEvent(30);
  const buyer = await newViewer(app);
  await sell(room);
  const ticket = (await buyReplay(room, buyer)).data.ticket!.ticket_uuid;
  const replay = await replayOf(room, buyer);
  return { room, buyer, ticket, replay, begins: replay.tracks[0]!.begins_at };
}

/** The first pieces leave the server: the head, and some bytes of each. */
async function fetchPieces(replay: WireRecordedEvent, pieces: number): Promise<void> {
  const { url } = replay.tracks[0]!;
  const whole = (await app.http.inject({ method: 'HEAD', url })).headers['content-length'];
  const tail = Array.from({ length: 30 - pieces }, (_, index) => `piece ${pieces + index};`).join('').length;
  const sent = await app.http.inject({ url, headers: { range: `bytes=0-${Number(whole) - tail - 1}` } });
  expect(sent.body.match(/piece/gu)).toHaveLength(pieces);
}

const report = (room: TestRoom, who: TestActor | undefined, played: readonly { from: number; to: number }[]) =>
  ask(room, who, 'POST /events/replay/played', { played });
const mine = async (who: TestActor) => (await app.call('GET /tickets/mine', { as: who.token })).data.tickets[0]!;
const refund = (who: TestActor, ticket: string) =>
  app.call('POST /tickets/refund', { as: who.token, body: { ticket_uuid: ticket } });

test('a buyer whose player loaded ahead keeps the refund, and reads the same everywhere', async () => {
  const { room, buyer, ticket, begins, replay } = await bought();
  expect(replay.refund).toEqual({ watched_ms: 0, limit_ms: minutes(1), until: expect.any(Number), possible: true });
  // A minute and 20 seconds are more than a tenth.
  await fetchPieces(replay, 4);
  const answer = await report(room, buyer, [{ from: begins, to: begins + seconds(8) }]);
  const left = { ...replay.refund, watched_ms: seconds(20) };
  expect(answer.data.refund).toEqual(left);
  expect((await replayOf(room, buyer)).refund).toEqual(left);
  expect(await mine(buyer)).toMatchObject({ refundable: true, replay_refund: left });
  const page = await app.call('GET /tickets/:ticket', { as: buyer.token, params: { ticket } });
  expect(page.data.replay_refund).toEqual(left);
  expect((await refund(buyer, ticket)).status).toBe(200);
  expect(await mine(buyer)).not.toHaveProperty('replay_refund');
});

test('a buyer who played a tenth gets no refund', async () => {
  const { room, buyer, ticket, begins, replay } = await bought();
  await fetchPieces(replay, 3);
  expect((await report(room, buyer, [{ from: begins, to: begins + minutes(1) - 1 }])).data.refund?.possible).toBe(true);
  const { data } = await report(room, buyer, [{ from: begins + minutes(1) - 1, to: begins + minutes(1) }]);
  expect(data.refund).toMatchObject({ watched_ms: minutes(1), possible: false });
  expect(await mine(buyer)).toMatchObject({ refundable: false, replay_refund: { possible: false } });
  expect(await codeOf(refund(buyer, ticket))).toBe('409 refund_not_due');
});

test('a program that fetches a fifth and reports nothing, or next to nothing, gets no refund', async () => {
  const { room, buyer, ticket, begins, replay } = await bought();
  await fetchPieces(replay, 6);
  expect(await codeOf(refund(buyer, ticket))).toBe('409 refund_not_due');
  await report(room, buyer, [{ from: begins, to: begins + 1 }]);
  expect((await replayOf(room, buyer)).refund).toMatchObject({ watched_ms: minutes(1), possible: false });
  expect(await codeOf(refund(buyer, ticket))).toBe('409 refund_not_due');
});

test('a stretch counts once, however often it is reported', async () => {
  const { room, buyer, begins, replay } = await bought();
  await fetchPieces(replay, 2);
  const played = [
    { from: begins, to: begins + seconds(10) },
    { from: begins + seconds(5), to: begins + seconds(15) },
  ];
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(room, buyer, played)));
  for (const { data } of answers) expect(data.refund?.watched_ms).toBe(seconds(15));
});

test('what was never sent is refused as played, a break of some seconds within it is not', async () => {
  const { room, buyer, begins, replay } = await bought();
  expect(await codeOf(report(room, buyer, [{ from: begins, to: begins + minutes(1) }]))).toBe(
    '400 replay_played_range',
  );
  await fetchPieces(replay, 1);
  const late = { from: begins, to: begins + pieceMs + seconds(10) };
  expect((await report(room, buyer, [late])).data.refund?.watched_ms).toBe(pieceMs);
  expect(await codeOf(report(room, buyer, [{ ...late, to: late.to + 1 }]))).toBe('400 replay_played_range');
});

test('nonsense is refused, and changes nothing', async () => {
  const { room, buyer, ticket, begins, replay } = await bought();
  await fetchPieces(replay, 30);
  const ends = begins + 30 * pieceMs;
  for (const [from, to] of [
    [begins + 5_000, begins],
    [begins, begins],
    [begins - 5_000, begins + 5_000],
    [ends - 5_000, ends + 5_000],
    [-10_000, -5_000],
  ] as const)
    expect(await codeOf(report(room, buyer, [{ from, to }]))).toBe('400 replay_played_range');
  for (const wrong of [
    { from: 0.5, to: 1 },
    { from: Number.MAX_SAFE_INTEGER, to: 1 },
  ])
    expect(await codeOf(report(room, buyer, [wrong]))).toBe('400 bad_input');
  const many = Array.from({ length: 51 }, (_, index) => ({ from: begins + index * 10, to: begins + index * 10 + 1 }));
  expect(await codeOf(report(room, buyer, many))).toBe('400 bad_input');
  const row = await app.db.one<{ played: string }>(
    'SELECT played::text AS played FROM replay_watched WHERE ticket_id = $1',
    [ticket],
  );
  expect(row?.played).toBe('{}');
});

test('what others play counts for no one', async () => {
  const { room, buyer, begins, replay } = await bought();
  await fetchPieces(replay, 1);
  const played = [{ from: begins, to: begins + seconds(5) }];
  for (const who of [room.viewers[0]!, room.host]) expect((await report(room, who, played)).data.refund).toBeNull();
  expect((await report(room, await newViewer(app), played)).data.refund).toBeNull();
  expect((await report(room, undefined, played)).data.refund).toBeNull();
  expect((await replayOf(room, buyer)).refund?.watched_ms).toBe(0);
});

test('what a guest played counts on their ticket', async () => {
  const room = await recordedEvent(30);
  await sell(room);
  const email = `guest-${randomUUID()}@mail.test`;
  await ask(room, undefined, 'POST /events/purchase_no_login', { type: 'interactive', replay: true, email, ...card });
  await app.quiesce();
  const token = tokenIn((await mailsTo(app, email))[0]);
  const session = await app.call('POST /auth/guest_session', { body: { token } });
  const guest = { token: session.data.access_token } as TestActor;
  const replay = await replayOf(room, guest);
  await fetchPieces(replay, 1);
  const begins = replay.tracks[0]!.begins_at;
  const { data } = await report(room, guest, [{ from: begins, to: begins + seconds(5) }]);
  expect(data.refund).toMatchObject({ watched_ms: seconds(5), possible: true });
});

test('a report that comes after the refund changes nothing', async () => {
  const { room, buyer, ticket, begins, replay } = await bought();
  await fetchPieces(replay, 1);
  expect((await refund(buyer, ticket)).status).toBe(200);
  expect((await report(room, buyer, [{ from: begins, to: begins + seconds(5) }])).data.refund).toBeNull();
  expect(await replayOf(room, buyer)).not.toHaveProperty('refund');
});

test('a cut of what the buyer has watched does not count against them', async () => {
  const { room, buyer, begins, replay } = await bought();
  await fetchPieces(replay, 2);
  await report(room, buyer, [{ from: begins, to: begins + seconds(30) }]);
  await ask(room, room.host, 'POST /events/replay/cut', { from: begins, to: begins + pieceMs });
  const cut = (await replayOf(room, buyer)).refund;
  expect(cut).toMatchObject({ watched_ms: seconds(10), limit_ms: seconds(58), possible: true });
});

test('the answer says when the right to a refund ends', async () => {
  const { room, buyer } = await bought();
  const { until } = (await replayOf(room, buyer)).refund!;
  expect(until - app.clock.now()).toBeGreaterThan(days(14) - minutes(1));
  await app.clock.advance(days(14) + minutes(1));
  expect((await replayOf(room, buyer)).refund).toMatchObject({ until, possible: false });
});
