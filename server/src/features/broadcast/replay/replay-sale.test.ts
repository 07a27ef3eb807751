import { randomUUID } from 'node:crypto';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { replayRefundMs } from '@frontrow/core/broadcast/replay-sale.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { disputesOf } from '../../../../test/disputes.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { card, codeOf, pieceMs, playTracks, replayStage } from '../../../../test/replays.ts';
import { recordFact } from '../../../facts/fact-handler.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const { ask, buyReplay, recordedEvent, replayOf, sell } = replayStage(() => app);
const watch = (replay: WireRecordedEvent, headers?: Record<string, string>): Promise<string> =>
  playTracks(app, replay, headers);
const balanceOf = async (host: TestActor): Promise<{ pending: number; available: number }> => {
  const row = await app.db.one<{ pending: number; available: number }>(
    `SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_escrow'), 0)::int AS pending,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_payable'), 0)::int AS available
     FROM host_balance WHERE host_id = $1`,
    [host.id],
  );
  return row!;
};

describe('offering a replay', () => {
  test('a host sells a replay, gives it away, and leaves it to ticket holders again', async () => {
    const room = await recordedEvent();
    const stranger = await newViewer(app);
    for (const who of [room.viewers[0]!, await newHost(app), await newAdmin(app)])
      expect(await codeOf(ask(room, who, 'POST /events/replay/publish', { access: 'free' }))).toBe('403 host_only');
    expect(await codeOf(sell(room, 0))).toBe('400 replay_price_range');
    expect(await codeOf(ask(room, stranger, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
    expect(await codeOf(buyReplay(room, stranger))).toBe('409 replay_not_for_sale');
    expect((await replayOf(room, room.host)).currency_code).toBe('EUR');
    const sold = (await sell(room)).data;
    expect(sold).toMatchObject({
      access: 'sale',
      watch: 'full',
      price: 10,
      offer: { price: 10, fee: 1, total: 11, currency_code: 'EUR' },
    });
    expect((await replayOf(room, stranger)).watch).toBe('preview');
    await ask(room, room.host, 'POST /events/replay/publish', { access: 'free' });
    expect(await replayOf(room)).toMatchObject({ access: 'free', watch: 'full' });
    expect(await codeOf(buyReplay(room, stranger))).toBe('409 replay_not_for_sale');
    await ask(room, room.host, 'POST /events/replay/publish', { access: 'tickets' });
    expect(await codeOf(ask(room, stranger, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
    expect(await codeOf(ask(room, undefined, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
  });

  test('a new price is for new buyers, and one person buys once', async () => {
    const room = await recordedEvent();
    const [early, late] = [await newViewer(app), await newViewer(app)];
    await sell(room, 10);
    expect((await buyReplay(room, early)).data.order.total).toBe(11);
    await sell(room, 20);
    expect((await buyReplay(room, late)).data.order.price).toBe(20);
    for (const who of [early, late]) expect(await codeOf(buyReplay(room, who))).toBe('409 already_has_ticket');
    for (const who of [early, late]) expect((await replayOf(room, who)).watch).toBe('full');
  });
});

describe('who watches', () => {
  test('a stranger gets two minutes, and everyone with a ticket gets all of it', async () => {
    const room = await recordedEvent(15, 2, 'toggle_banned');
    const [holder, blocked] = room.viewers as [TestActor, TestActor];
    const [stranger, buyer] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    expect((await buyReplay(room, buyer)).status).toBe(200);
    for (const who of [holder, buyer, room.host, await newAdmin(app)]) {
      const replay = await replayOf(room, who);
      expect(replay.watch).toBe('full');
      expect(await watch(replay)).toContain('piece 14;');
      expect(await codeOf(ask(room, who, 'GET /events/:uuid/replay/chat'))).toBe('200');
    }
    for (const who of [stranger, undefined]) {
      const replay = await replayOf(room, who);
      expect(replay).toMatchObject({ watch: 'preview', length_ms: 15 * pieceMs });
      expect(replay.tracks[0]!.ends_at - replay.tracks[0]!.begins_at).toBe(minutes(2));
      const sent = await watch(replay);
      expect(sent).toContain('piece 5;');
      expect(sent).not.toContain('piece 6;');
      expect(await watch(replay, { range: 'bytes=0-100000' })).not.toContain('piece 6;');
      expect(await codeOf(ask(room, who, 'GET /events/:uuid/replay/chat'))).toBe('403 replay_tickets_only');
    }
    expect(await codeOf(ask(room, blocked, 'GET /events/:uuid/replay'))).toBe('403 banned');
    expect(await codeOf(buyReplay(room, blocked))).toBe('403 banned');
  });

  test('a replay ticket takes no seat, opens no room and is on no guest list', async () => {
    const room = await recordedEvent();
    const buyer = await newViewer(app);
    await sell(room);
    const bought = (await buyReplay(room, buyer)).data;
    expect(bought.ticket).toMatchObject({ event_uuid: room.event.id, replay: true, ticket_state: 'valid' });
    expect(bought.order).toMatchObject({ event_uuid: room.event.id, replay: true });
    const mine = await app.call('GET /tickets/mine', { as: buyer.token });
    expect(mine.data.tickets).toMatchObject([
      { ticket: { replay: true, event_uuid: room.event.id }, event: { event: { event_uuid: room.event.id } } },
    ]);
    const row = await app.db.one<{ sold: number }>('SELECT sold FROM event WHERE id = $1', [room.event.id]);
    expect(row?.sold).toBe(1);
    expect((await room.join(buyer)).status).toBe(403);
    const listed = await app.call('GET /events/mine', { as: room.host.token, query: { scope: 'past' } });
    expect(listed.data.events).toHaveLength(1);
    const replayId = (await app.db.one<{ id: string }>('SELECT id FROM event WHERE replay_of = $1', [room.event.id]))!
      .id;
    expect((await app.call('GET /events/:id', { params: { id: replayId } })).status).toBe(404);
    const direct = { event_uuid: replayId, type: 'streaming', ...card };
    const refused = await app.call('POST /events/purchase', { as: (await newViewer(app)).token, body: direct });
    expect(refused.errors[0]?.code).toBe('event_not_found');
  });

  test('a viewer whom the host removed cannot buy the replay, not even as a guest in another browser', async () => {
    const room = await recordedEvent(15, 1, 'remove_viewer');
    const [removed] = room.viewers as [TestActor];
    await sell(room);
    expect(await codeOf(buyReplay(room, removed))).toBe('403 banned');
    const asGuest = { type: 'interactive', replay: true, email: removed.email, ...card };
    expect(await codeOf(ask(room, undefined, 'POST /events/purchase_no_login', asGuest))).toBe(
      '409 guest_order_elsewhere',
    );
    const paid = await app.db.query(
      'SELECT 1 FROM payment p JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id WHERE e.replay_of = $1',
      [room.event.id],
    );
    expect(paid).toEqual([]);
  });

  test('a guest buys and watches by the link of the email', async () => {
    const room = await recordedEvent();
    await sell(room);
    const email = `guest-${randomUUID()}@mail.test`;
    const bought = await ask(room, undefined, 'POST /events/purchase_no_login', {
      type: 'interactive',
      replay: true,
      email,
      ...card,
    });
    expect(bought.status).toBe(200);
    await app.quiesce();
    const [mail] = await mailsTo(app, email);
    expect(mail).toMatchObject({ text: expect.stringContaining('Watch the replay'), attachments: [] });
    expect(mail!.links.some((link) => link.includes(`/${room.event.id}#`))).toBe(true);
    const token = tokenIn(mail);
    expect((await app.call('POST /auth/join_link', { body: { token } })).data.link_state).toBe('replay');
    const session = await app.call('POST /auth/guest_session', { body: { token } });
    expect(session.data.event_uuid).toBe(room.event.id);
    const guest = { token: session.data.access_token } as TestActor;
    expect((await replayOf(room, guest)).watch).toBe('full');
  });
});

describe('refunds', () => {
  const refund = (who: TestActor, ticket: string) =>
    app.call('POST /tickets/refund', { as: who.token, body: { ticket_uuid: ticket } });

  test('a buyer who has watched less than a tenth gets a refund, and then watches no more', async () => {
    const room = await recordedEvent(30);
    const buyer = await newViewer(app);
    await sell(room);
    const { ticket } = (await buyReplay(room, buyer)).data;
    const replay = await replayOf(room, buyer);
    expect(await watch(replay, { range: 'bytes=0-10' })).toContain('206');
    expect((await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets[0]!.refundable).toBe(true);
    expect((await refund(buyer, ticket!.ticket_uuid)).data.ticket.ticket_state).toMatch(/refund/);
    expect((await app.http.inject({ url: replay.tracks[0]!.url })).body).not.toContain('piece 6;');
    expect((await replayOf(room, buyer)).watch).toBe('preview');
    await app.quiesce();
    const mail = (await mailsTo(app, buyer.email)).find(({ subject }) => subject.startsWith('Your refund'));
    expect(mail).toMatchObject({ attachments: [] });
    expect(mail!.links.filter((link) => link.includes('/event/'))).toEqual([
      expect.stringContaining(`/event/${room.event.id}`),
    ]);
    expect(await balanceOf(room.host)).toMatchObject({ pending: 0 });
  });

  test('the email about a withdrawn replay ticket gives no date', async () => {
    const room = await recordedEvent();
    const buyer = await newViewer(app);
    await sell(room);
    const { ticket_uuid: ticketId } = (await buyReplay(room, buyer)).data.ticket!;
    await recordFact(app.db, {
      topic: 'HolderTold',
      dedupeKey: `test:${ticketId}`,
      payload: { eventUuid: room.event.id, ticketId, what: 'taken_back', because: 'admin' },
    });
    await app.quiesce();
    const mail = (await mailsTo(app, buyer.email)).find(({ subject }) =>
      subject.startsWith('Your ticket is no longer'),
    );
    expect(mail?.text).toContain('Frontrow cancelled your ticket');
    expect(mail?.text).not.toContain('When');
  });

  test('a buyer who has watched more, or bought two weeks ago, gets none', async () => {
    const room = await recordedEvent(30);
    const [seen, old] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    const tickets = [(await buyReplay(room, seen)).data.ticket!, (await buyReplay(room, old)).data.ticket!];
    await watch(await replayOf(room, seen));
    expect(await codeOf(refund(seen, tickets[0]!.ticket_uuid))).toBe('409 refund_not_due');
    await app.clock.advance(days(14) + minutes(1));
    expect(await codeOf(refund(old, tickets[1]!.ticket_uuid))).toBe('409 refund_not_due');
  });

  test('a deleted replay is refunded to those who bought it in the last 14 days, whatever they watched', async () => {
    const room = await recordedEvent(3);
    const [old, recent] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    await buyReplay(room, old);
    await app.clock.advance(days(15));
    await buyReplay(room, recent);
    await watch(await replayOf(room, recent));
    expect((await ask(room, room.host, 'POST /events/replay/remove')).status).toBe(200);
    await app.quiesce();
    const states = await app.db.query<{ buyer_id: number; status: string }>(
      `SELECT o.buyer_id, o.status FROM orders o JOIN event e ON e.id = o.event_id WHERE e.replay_of = $1`,
      [room.event.id],
    );
    expect(Object.fromEntries(states.map((row) => [row.buyer_id, row.status]))).toEqual({
      [old.id]: 'paid',
      [recent.id]: 'refunded',
    });
    expect(await codeOf(buyReplay(room, await newViewer(app)))).toBe('409 replay_not_for_sale');
  });

  test('a replay deleted while a payment was disputed is refunded once the dispute is won, as to everyone else', async () => {
    const room = await recordedEvent(3);
    const [old, recent] = [await newViewer(app), await newViewer(app)];
    await sell(room);
    await buyReplay(room, old);
    await app.clock.advance(minutes(10));
    await buyReplay(room, recent);
    const { dispute, decide } = disputesOf(app);
    const disputes: string[] = [];
    for (const { id } of [old, recent]) {
      const payment = (await app.db.one<{ charge: string; cents: number }>(
        `SELECT p.capture_ref AS charge, p.amount_minor::int AS cents
         FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1`,
        [id],
      ))!;
      disputes.push(await dispute(payment, payment.cents));
    }
    await app.clock.advance(replayRefundMs - minutes(5));
    await ask(room, room.host, 'POST /events/replay/remove');
    await app.quiesce();
    for (const one of disputes) await decide(one, 'won');
    const orders = await app.db.query<{ buyer_id: number; status: string; reason: string | null }>(
      `SELECT o.buyer_id, o.status, r.reason FROM orders o JOIN event e ON e.id = o.event_id
         JOIN payment p ON p.order_id = o.id LEFT JOIN refund r ON r.payment_id = p.id
       WHERE e.replay_of = $1 ORDER BY o.buyer_id`,
      [room.event.id],
    );
    expect(orders).toEqual([
      { buyer_id: old.id, status: 'paid', reason: null },
      { buyer_id: recent.id, status: 'refunded', reason: 'replay_removed' },
    ]);
  });

  test('a download that is under way ends with the refund', async () => {
    const room = await recordedEvent(30);
    const buyer = await newViewer(app);
    await sell(room);
    const { ticket } = (await buyReplay(room, buyer)).data;
    const { url } = (await replayOf(room, buyer)).tracks[0]!;
    const { storage } = app.kit;
    const read = storage.read.bind(storage);
    let opened = 0;
    let refunded = 0;
    storage.read = async (...which) => {
      opened += 1;
      if (opened === 2) refunded = (await refund(buyer, ticket!.ticket_uuid)).status;
      return read(...which);
    };
    try {
      await expect(app.http.inject({ url })).rejects.toThrow();
    } finally {
      storage.read = read;
    }
    expect([opened, refunded]).toEqual([2, 200]);
  });

  test('a replay that loses its whole recording with an account is no longer sold, and refunded', async () => {
    const room = await recordedEvent(3);
    const [buyer, speaker] = [await newViewer(app), await newViewer(app)];
    await app.db.query('UPDATE recording_part SET publisher_id = $2 WHERE event_id = $1', [room.event.id, speaker.id]);
    await sell(room);
    await buyReplay(room, buyer);
    await recordFact(app.db, {
      topic: 'AccountErased',
      dedupeKey: `test:${speaker.id}`,
      payload: { accountId: speaker.id },
    });
    await app.quiesce();
    expect(await codeOf(buyReplay(room, await newViewer(app)))).toBe('409 replay_not_for_sale');
    expect((await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets[0]!.ticket.order.order_status).toBe(
      'refunded',
    );
  });

  test('a sale that begins while the host deletes the replay ends with it', async () => {
    const room = await recordedEvent(3);
    const waiting = async (): Promise<number> =>
      (
        await app.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length;
    const both = await app.db.tx(async (tx) => {
      await tx.query('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [room.event.id]);
      const selling = sell(room);
      await until('the sale waits', async () => (await waiting()) === 1);
      const removing = ask(room, room.host, 'POST /events/replay/remove');
      await until('the deletion waits', async () => (await waiting()) === 2);
      return [selling, removing];
    });
    await Promise.all(both);
    expect(await codeOf(buyReplay(room, await newViewer(app)))).toBe('409 replay_not_for_sale');
  });
});

describe('cutting', () => {
  test('nothing of a cut is served, shown or answered, and undoing it brings it back', async () => {
    const room = await recordedEvent(10);
    const [holder] = room.viewers as [TestActor];
    const full = await replayOf(room, holder);
    const { begins_at: begins, url } = full.tracks[0]!;
    const at = (piece: number): number => begins + piece * pieceMs;
    await app.db.query(
      `INSERT INTO stage_change (event_id, user_id, at) VALUES ($1, $2, to_timestamp($3::double precision / 1000))`,
      [room.event.id, holder.id, at(4)],
    );
    // From within piece 3 to within piece 5: both go as a whole.
    const stretch = { from: at(3) + 1_000, to: at(5) + 1_000 };
    for (const who of [holder, await newHost(app), await newAdmin(app)])
      expect(await codeOf(ask(room, who, 'POST /events/replay/cut', stretch))).toBe('403 host_only');
    expect(await codeOf(ask(room, room.host, 'POST /events/replay/cut', { from: 1, to: 2 }))).toBe(
      '400 replay_cut_range',
    );
    const cut = (await ask(room, room.host, 'POST /events/replay/cut', stretch)).data;
    const skips = [{ from: at(3), to: at(6) }];
    expect(cut).toMatchObject({ length_ms: 7 * pieceMs, chapters: [], skips, stage: [{ at: at(6) }] });
    expect(cut.tracks.map(({ begins_at, ends_at, file_begins_at }) => [begins_at, ends_at, file_begins_at])).toEqual([
      [at(0), at(3), at(0)],
      [at(6), at(10), at(0)],
    ]);
    for (const who of [holder, room.host]) {
      const replay = await replayOf(room, who);
      for (const address of [replay.tracks[0]!.url, replay.tracks[1]!.url, url]) {
        const { body } = await app.http.inject({ url: address });
        for (const piece of [0, 2, 6, 9]) expect(body).toContain(`piece ${piece};`);
        for (const piece of [3, 4, 5]) expect(body).not.toContain(`piece ${piece};`);
      }
    }
    const [{ cut_uuid: cutUuid } = { cut_uuid: '' }] = cut.cuts;
    expect((await replayOf(room, holder)).cuts).toEqual([]);
    expect(await codeOf(ask(room, holder, 'POST /events/replay/restore', { cut_uuid: cutUuid }))).toBe('403 host_only');
    await ask(room, room.host, 'POST /events/replay/restore', { cut_uuid: cutUuid });
    expect(await watch(await replayOf(room, holder))).toContain('piece 4;');
    const [again] = (await ask(room, room.host, 'POST /events/replay/cut', stretch)).data.cuts;
    expect(again!.undoable).toBe(true);
    expect((await sell(room)).data.cuts).toMatchObject([{ undoable: false }]);
    expect(await codeOf(ask(room, room.host, 'POST /events/replay/restore', { cut_uuid: again!.cut_uuid }))).toBe(
      '409 replay_cut_final',
    );
    const audited = await app.db.query(
      "SELECT action FROM audit_log WHERE actor_id = $1 AND action LIKE 'replay_cut%'",
      [room.host.id],
    );
    expect(audited).toHaveLength(3);
  });
});

test('the host is paid out what was bought more than 15 days ago, sale by sale', async () => {
  const room = await recordedEvent();
  await sell(room);
  await app.clock.advance(days(4));
  await app.quiesce();
  const before = await balanceOf(room.host);
  await buyReplay(room, await newViewer(app));
  await app.clock.advance(days(10));
  await buyReplay(room, await newViewer(app));
  await app.quiesce();
  expect(await balanceOf(room.host)).toEqual({ pending: before.pending + 2000, available: before.available });
  const pending = await app.call('GET /balance/events', { as: room.host.token, query: { scope: 'pending' } });
  const replays = pending.data.events.filter(({ replay }) => replay);
  expect(replays).toMatchObject([{ pending: 20, available_at: null }]);
  await app.clock.advance(days(5) + minutes(2));
  await app.quiesce();
  expect(await balanceOf(room.host)).toEqual({ pending: before.pending + 1000, available: before.available + 1000 });
  await app.clock.advance(days(10));
  await app.quiesce();
  expect(await balanceOf(room.host)).toEqual({ pending: before.pending, available: before.available + 2000 });
});
