import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newViewer, type TestActor } from '../../../../test/actors.ts';
import { withoutAudit } from '../../../../test/failing-audit.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { codeOf, playTracks, replayStage } from '../../../../test/replays.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { pressOnSandboxPage } from '../../../../test/tickets.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
  admin = await newAdmin(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const { ask, buyReplay, recordedEvent, replayOf, sell } = replayStage(() => app);
const reason = 'It shows someone else’s film';
const moderate = (step: 'take_down' | 'restore', room: TestRoom, as = admin, why = reason) =>
  ask(room, as, `POST /admin/replays/${step}`, { reason: why });
const takeDown = async (room: TestRoom): Promise<void> => {
  expect((await moderate('take_down', room)).status).toBe(200);
};
const restore = async (room: TestRoom): Promise<void> => {
  expect((await moderate('restore', room, admin, 'A mistake')).status).toBe(200);
};
const watchedBy = (room: TestRoom, who?: TestActor) => codeOf(ask(room, who, 'GET /events/:uuid/replay'));
const orderOf = async (who: TestActor): Promise<string> =>
  (await app.call('GET /tickets/mine', { as: who.token })).data.tickets[0]!.ticket.order.order_status;
const pageOf = async (room: TestRoom) => (await app.call('GET /events/:id', { params: { id: room.event.id } })).data;
const detailOf = async (room: TestRoom) =>
  (await app.call('GET /admin/events/:id', { as: admin.token, params: { id: room.event.id } })).data;

describe('a replay that was taken down', () => {
  test('a replay that was taken down is watched by app admins alone, in every way, also by links that were made before', async () => {
    const room = await recordedEvent(8);
    const [holder] = room.viewers as [TestActor];
    const before = await replayOf(room, holder);
    await takeDown(room);
    for (const who of [holder, await newViewer(app), undefined])
      expect(await watchedBy(room, who)).toBe('403 replay_taken_down');
    const host = await ask(room, room.host, 'GET /events/:uuid/replay');
    expect(host.errors).toMatchObject([{ code: 'own_replay_taken_down', message: expect.stringContaining(reason) }]);
    expect(await playTracks(app, before)).not.toContain('piece');
    for (const call of ['GET /events/:uuid/replay/chat', 'GET /events/:uuid/replay/transcript'] as const)
      expect(await codeOf(ask(room, holder, call))).toBe('403 replay_taken_down');
    expect(await playTracks(app, await replayOf(room, admin))).toContain('piece 7;');
  });

  test('a replay that was taken down is not offered on its event’s page, also where it was free', async () => {
    const room = await recordedEvent(3);
    await ask(room, room.host, 'POST /events/replay/publish', { access: 'free' });
    expect((await pageOf(room)).event_replay).toBe('free');
    await takeDown(room);
    expect((await pageOf(room)).event_replay).toBeUndefined();
    expect(await watchedBy(room)).toBe('403 replay_taken_down');
    await restore(room);
    expect((await pageOf(room)).event_replay).toBe('free');
    expect(await watchedBy(room)).toBe('200');
  });

  test('a replay that was taken down is neither sold, offered nor cut by its host, who may delete it', async () => {
    const room = await recordedEvent(5);
    const { tracks } = await replayOf(room, room.host);
    const { begins_at: from } = tracks[0]!;
    await takeDown(room);
    for (const access of ['free', 'tickets', 'sale'])
      expect(await codeOf(ask(room, room.host, 'POST /events/replay/publish', { access, price: 10 }))).toBe(
        '403 own_replay_taken_down',
      );
    expect(await codeOf(ask(room, room.host, 'POST /events/replay/cut', { from, to: from + 5_000 }))).toBe(
      '403 own_replay_taken_down',
    );
    expect(await codeOf(buyReplay(room, await newViewer(app)))).toBe('409 replay_not_for_sale');
    expect((await ask(room, room.host, 'POST /events/replay/remove')).status).toBe(200);
    expect(await codeOf(moderate('restore', room))).toBe('404 replay_gone');
    expect((await detailOf(room)).replay).toBeNull();
  });

  test('a replay that was taken down ends a file that is being sent', async () => {
    const room = await recordedEvent(10);
    const [holder] = room.viewers as [TestActor];
    const { url } = (await replayOf(room, holder)).tracks[0]!;
    const { storage } = app.kit;
    const read = storage.read.bind(storage);
    let opened = 0;
    storage.read = async (...which) => {
      opened += 1;
      if (opened === 2) await takeDown(room);
      return read(...which);
    };
    try {
      await expect(app.http.inject({ url })).rejects.toThrow();
    } finally {
      storage.read = read;
    }
    expect(opened).toBe(2);
  });

  test('a replay that was taken down refunds recent buyers and leaves older tickets, which open it again once it is restored', async () => {
    const room = await recordedEvent(5);
    const [old, recent] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    await buyReplay(room, old);
    await app.clock.advance(days(15));
    await buyReplay(room, recent);
    await playTracks(app, await replayOf(room, recent));
    await takeDown(room);
    await app.quiesce();
    expect([await orderOf(old), await orderOf(recent)]).toEqual(['paid', 'refunded']);
    const refund = (await mailsTo(app, recent.email)).find(({ subject }) => subject.startsWith('Your refund'));
    expect(refund?.text).toContain('The replay is no longer available');
    await restore(room);
    expect(await watchedBy(room, old)).toBe('200');
    expect(await watchedBy(room, recent)).toBe('403 replay_tickets_only');
    expect(await codeOf(buyReplay(room, recent))).toBe('409 replay_not_for_sale');
  });

  test('a payment that was under way is refunded, even if it arrives after the replay was restored', async () => {
    for (const isRestored of [false, true]) {
      const room = await recordedEvent(3);
      const buyer = await newViewer(app);
      await sell(room);
      const { data } = await buyReplay(room, buyer, { stripe_token: 'pm_card_authenticationRequired' });
      const intent = data.payment_intent!;
      await takeDown(room);
      if (isRestored) await restore(room);
      await pressOnSandboxPage(app, intent.next_action!.redirect_to_url!.url, 'complete');
      const paid = app.call('POST /payment/stripe_intent', {
        as: buyer.token,
        body: { payment_intent: intent.id },
      });
      expect(await codeOf(paid)).toBe('409 paid_replay_removed');
      await app.quiesce();
      expect((await mailsTo(app, buyer.email)).map(({ subject }) => subject.slice(0, 11))).toContain('Your refund');
      expect(await watchedBy(room, buyer)).toBe(isRestored ? '403 replay_tickets_only' : '403 replay_taken_down');
    }
  });

  test('a replay that was taken down can be sold after it was restored, and taken down again, which refunds the new buyers', async () => {
    const room = await recordedEvent(3);
    const [first, second] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    await buyReplay(room, first);
    await takeDown(room);
    await app.quiesce();
    await restore(room);
    await sell(room);
    await buyReplay(room, second);
    expect(await watchedBy(room, second)).toBe('200');
    await takeDown(room);
    await app.quiesce();
    expect([await orderOf(first), await orderOf(second)]).toEqual(['refunded', 'refunded']);
  });
});

describe('its host', () => {
  test('the host reads why in the activity and by email, and that the replay is back', async () => {
    const room = await recordedEvent(3);
    const lines = async () => {
      await app.clock.advance(minutes(1));
      await app.quiesce();
      const { activity } = (await app.call('GET /activity', { as: room.host.token })).data;
      return activity.filter(({ kind }) => kind === 'replay_taken_down');
    };
    const subjects = async () => (await mailsTo(app, room.host.email)).map(({ subject }) => subject);
    await takeDown(room);
    expect(await lines()).toMatchObject([{ detail: reason, unread: true, event: { event_uuid: room.event.id } }]);
    const mails = await mailsTo(app, room.host.email);
    expect(mails.find(({ subject }) => subject.startsWith('We took your replay down'))?.text).toContain(reason);
    expect((await subjects()).filter((subject) => subject.startsWith('Your replay is back'))).toEqual([]);
    await restore(room);
    expect(await lines()).toEqual([]);
    expect((await subjects()).filter((subject) => subject.startsWith('Your replay is back'))).toHaveLength(1);
  });
});

describe('app admins', () => {
  test('app admins take a replay down once and restore it once, with a reason, and read both on the event’s page', async () => {
    const room = await recordedEvent(3);
    expect((await detailOf(room)).replay).toEqual({ taken_down_at: null, taken_down_reason: null });
    expect(await codeOf(moderate('take_down', room, admin, ' '))).toBe('400 field_required');
    expect(await codeOf(moderate('restore', room))).toBe('409 replay_not_taken_down');
    await takeDown(room);
    expect(await codeOf(moderate('take_down', room))).toBe('409 replay_is_taken_down');
    const down = await detailOf(room);
    expect(down.replay).toEqual({ taken_down_at: expect.any(Number), taken_down_reason: reason });
    expect(down.history[0]).toMatchObject({ action: 'replay_taken_down', details: { reason } });
    await restore(room);
    expect(await codeOf(moderate('restore', room))).toBe('409 replay_not_taken_down');
    expect((await detailOf(room)).history[0]).toMatchObject({ action: 'replay_restored' });
  });

  test('only app admins take a replay down, after the end, if something was recorded, with its audit line', async () => {
    const room = await recordedEvent(3);
    for (const who of [room.host, room.viewers[0]!])
      for (const step of ['take_down', 'restore'] as const)
        expect(await codeOf(moderate(step, room, who))).toBe('403 forbidden');
    await withoutAudit(app, 'replay_taken_down', async () =>
      expect((await moderate('take_down', room)).status).toBe(500),
    );
    expect(await watchedBy(room, room.viewers[0])).toBe('200');
    const live = await liveRoom(app, 1);
    expect(await codeOf(moderate('take_down', live))).toBe('409 replay_not_yet');
    await live.do(live.host, 'POST /events/streaming/stop_streaming');
    expect(await codeOf(moderate('take_down', live))).toBe('404 replay_gone');
    const unknown = await app.call('POST /admin/replays/take_down', {
      as: admin.token,
      body: { event_uuid: '00000000-0000-4000-8000-000000000000', reason },
    });
    expect(unknown.errors[0]?.code).toBe('event_not_found');
  });

  test('app admins cannot restore a replay once its time is over', async () => {
    const room = await recordedEvent(3);
    await takeDown(room);
    await app.clock.advance(days(91));
    await app.quiesce();
    expect(await codeOf(moderate('restore', room))).toBe('404 replay_gone');
  });
});
