import type { CallName } from '@frontrow/contract/api.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';
import { claimTicket, gatedEvent, rallyCode } from '../../../test/token-gate.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const code = ({ errors }: { errors: readonly { code: string }[] }): string | undefined => errors[0]?.code;
const sold = async (eventId: string) =>
  (await app.db.one<{ sold: number }>('SELECT sold FROM event WHERE id = $1', [eventId]))!.sold;

describe('no ticket', () => {
  test('no ticket for a wallet that holds nothing, whatever the client wants skipped; the sentence names what is asked', async () => {
    const event = await gatedEvent(app, host);
    const who = await newViewer(app);
    const back = await rallyCode(app, who, 'not_holder');
    const refused = await app.call('POST /events/purchase_rally', {
      as: who.token,
      body: { event_uuid: event.id, code: back.code, skipValidation: true },
    });
    expect([refused.status, refused.errors]).toEqual([
      403,
      [
        {
          code: 'not_a_holder',
          message: 'This wallet holds none of the tokens this event requires: Front Pass, 2 FRC.',
        },
      ],
    ]);
    expect(code(await buy(app, event, who))).toBe('token_gated');
    expect(await sold(event.id)).toBe(0);
  });

  test('no ticket is given without a code, with a made-up one, or with a code or an attempt of another account', async () => {
    const event = await gatedEvent(app, host);
    const [who, other] = [await newViewer(app), await newViewer(app)];
    expect((await claimTicket(app, who, event, { code: ' ' })).errors).toEqual([
      { code: 'rally_failed', message: 'Something went wrong' },
    ]);
    expect(code(await claimTicket(app, who, event, { code: 'made-up' }))).toBe('rally_over');
    const stolen = await rallyCode(app, other);
    // No one who has no attempt, or only one of their own, can use it.
    expect(code(await claimTicket(app, who, event, stolen))).toBe('rally_over');
    const own = await rallyCode(app, who);
    expect(
      code(await claimTicket(app, who, await gatedEvent(app, host), { code: stolen.code, state: own.state })),
    ).toBe('rally_refused');
    expect(await sold(event.id)).toBe(0);
    expect((await claimTicket(app, other, event, stolen)).status).toBe(200);
  });

  test('no ticket is given five minutes after "Get ticket", or for a second event with the same code', async () => {
    const [event, second] = [await gatedEvent(app, host), await gatedEvent(app, host)];
    const who = await newViewer(app);
    const late = await rallyCode(app, who);
    await app.clock.advance(minutes(5) + seconds(1));
    expect(code(await claimTicket(app, who, event, late))).toBe('rally_over');
    const back = await rallyCode(app, who);
    expect((await claimTicket(app, who, event, back)).status).toBe(200);
    expect(code(await claimTicket(app, who, second, back))).toBe('rally_over');
    expect(await sold(second.id)).toBe(0);
  });

  test('no ticket for events that ask for no token, or give no tickets now, and for their hosts', async () => {
    const who = await newViewer(app);
    const attempt = async (event: { id: string }, as = who) =>
      code(await claimTicket(app, as, event, await rallyCode(app, as)));
    expect(await attempt(await newEvent(app, host))).toBe('not_token_gated');
    expect(await attempt({ id: '11111111-1111-4111-8111-111111111111' })).toBe('event_not_found');
    expect(await attempt(await gatedEvent(app, host), host)).toBe('own_event');
    const closed = await gatedEvent(app, host);
    const states: [string, string][] = [
      ['ticketing_closed', 'state = 1, started_at = app_now()'],
      ['event_over', 'state = 2, finished_at = app_now()'],
      ['event_cancelled', "cancelled_at = app_now(), cancel_reason = 'host'"],
    ];
    for (const [refusal, change] of states) {
      await app.db.query(`UPDATE event SET ${change} WHERE id = $1`, [closed.id]);
      expect(await attempt(closed)).toBe(refusal);
    }
    const full = await gatedEvent(app, host, { capacity: 1 });
    expect((await claimTicket(app, await newViewer(app), full, await rallyCode(app, host))).status).not.toBe(200);
    const first = await newViewer(app);
    expect((await claimTicket(app, first, full, await rallyCode(app, first))).status).toBe(200);
    expect((await claimTicket(app, who, full, await rallyCode(app, who))).errors).toEqual([
      { code: 'sold_out', message: 'Sorry event sold out' },
    ]);
  });

  test('guests and visitors cannot claim a ticket with tokens', async () => {
    const event = await gatedEvent(app, host);
    expect((await app.call('POST /auth/rally')).status).toBe(401);
    expect((await app.call('POST /auth/rally', { as: (await newGuest(app, event.id)).token })).status).toBe(403);
  });

  test('no ticket is given twice: one a person, and one a wallet, however many ask at once', async () => {
    const event = await gatedEvent(app, host);
    const who = await newViewer(app);
    expect((await claimTicket(app, who, event, await rallyCode(app, who, 'holder', 'ours'))).status).toBe(200);
    expect(code(await claimTicket(app, who, event, await rallyCode(app, who)))).toBe('already_has_ticket');
    const others = await Promise.all(Array.from({ length: 4 }, () => newViewer(app)));
    const shared = await Promise.all(others.map((other) => rallyCode(app, other, 'holder', 'shared')));
    const said = await Promise.all(others.map((other, n) => claimTicket(app, other, event, shared[n]!)));
    expect(said.map((answer) => code(answer) ?? 'sold').toSorted()).toEqual([
      'sold',
      ...Array.from({ length: 3 }, () => 'wallet_has_ticket'),
    ]);
    expect(await sold(event.id)).toBe(2);
    const elsewhere = await gatedEvent(app, host);
    expect((await claimTicket(app, who, elsewhere, await rallyCode(app, who, 'holder', 'ours'))).status).toBe(200);
    await expect(
      app.db.query(
        `UPDATE ticket SET wallet_hash = (SELECT wallet_hash FROM ticket WHERE event_id = $1 AND holder_id = $2)
         WHERE event_id = $1`,
        [event.id, who.id],
      ),
    ).rejects.toThrow('one_ticket_per_wallet');
  });

  test('no made-up code or state gets a ticket', async () => {
    const event = await gatedEvent(app, host);
    const chance = (n: number): string =>
      ['', '%00', '"><script>', '../'.repeat(n % 7), 'é'.repeat(n), app.kit.ids.secret()][n % 6]!.slice(0, 150);
    for (let n = 0; n < 40; n += 1) {
      const who = await newViewer(app);
      const { state } = await rallyCode(app, who);
      const wrong = { code: `${chance(n)}${chance(n * 5 + 1)}`, state: n % 2 ? state : chance(n * 3 + 2) };
      const { status } = await claimTicket(app, who, event, wrong);
      expect([n, status === 400 || status === 403 || status === 410]).toEqual([n, true]);
    }
    expect(await sold(event.id)).toBe(0);
  });
});

describe('a holder', () => {
  test('a holder gets a ticket and the join link by email; the code again repeats the answer; the ticket stays theirs', async () => {
    const event = await gatedEvent(app, host);
    const who = await newViewer(app);
    const { code: once } = await rallyCode(app, who);
    const answers = await Promise.all([
      claimTicket(app, who, event, { code: once }),
      claimTicket(app, who, event, { code: once }),
    ]);
    const again = await claimTicket(app, who, event, { code: once });
    for (const answer of [...answers, again]) expect(answer.data).toEqual(again.data);
    expect(again.data).toMatchObject({ order: { total: 0, order_status: 'paid' }, ticket: { ticket_state: 'valid' } });
    expect(await sold(event.id)).toBe(1);
    await app.quiesce();
    const [mail, ...more] = await mailsTo(app, who.email);
    expect(more).toEqual([]);
    expect(mail!.links[0]).toContain(`${app.kit.config.publicUrl}/ticket/join/${event.id}#token=`);
    const passed = await app.call('POST /tickets/transfer', {
      as: who.token,
      body: { ticket_uuid: again.data.ticket!.ticket_uuid, email: 'friend@mail.test' },
    });
    expect(code(passed)).toBe('transfer_token_gated');
  });

  test('a holder may press "Get ticket" in two tabs and finish the first', async () => {
    const event = await gatedEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast' });
    const who = await newViewer(app);
    const first = await rallyCode(app, who);
    await app.call('POST /auth/rally', { as: who.token });
    expect((await claimTicket(app, who, event, first)).status).toBe(200);
    await app.quiesce();
    const [mail] = await mailsTo(app, who.email);
    expect(mail!.links[0]).toContain(`${app.kit.config.publicUrl}/ticket/join/${event.id}#token=`);
  });

  test('a holder joins logged out by the emailed magic link, once, and only for this event', async () => {
    const [event, other] = [await gatedEvent(app, host), await newEvent(app, host)];
    const who = await newHost(app);
    await app.db.query('UPDATE app_user SET app_admin = true WHERE id = $1', [who.id]);
    await giveTicket(app, other, who);
    await claimTicket(app, who, event, await rallyCode(app, who));
    await app.quiesce();
    const mail = (await mailsTo(app, who.email)).find(({ links }) => links[0]?.includes(event.id));
    const token = tokenIn(mail);
    const state = await app.call('POST /auth/join_link', { body: { token } });
    expect(state.data).toEqual({ link_state: 'open', link_of_guest: false });
    const { data } = await app.call('POST /auth/guest_session', { body: { token, display_name: 'Someone else' } });
    expect(data).toMatchObject({
      event_uuid: event.id,
      user: {
        user_username: who.username,
        user_name: who.username,
        user_role: 0,
        user_is_guest: true,
        user_is_admin: false,
        purchased_events: [event.id],
      },
    });
    const as = data.access_token;
    const codeOf = async (name: CallName, request: object = {}) => code(await app.call(name, { as, ...request }));
    const join = (uuid: string) =>
      codeOf('POST /events/streaming/join_streaming', { body: { platform: 'web', event_uuid: uuid } });
    // Not started yet, but theirs; the other event is closed to this session, and so is the account.
    expect(await join(event.id)).not.toBe('forbidden');
    expect(await join(other.id)).toBe('forbidden');
    expect(await codeOf('GET /user/account')).toBe('account_required');
    expect(await codeOf('GET /host/home')).toBe('hosts_only');
    expect(await codeOf('GET /admin/users')).toBe('forbidden');
    expect((await app.call('GET /tickets/mine', { as })).data.tickets).toHaveLength(1);
    expect(code(await app.call('POST /auth/guest_session', { body: { token } }))).toBe('link_invalid');
  });

  test('a holder whose ticket was refunded may claim another one with the same wallet', async () => {
    const event = await gatedEvent(app, host);
    const who = await newViewer(app);
    const first = await claimTicket(app, who, event, await rallyCode(app, who, 'holder', 'back-again'));
    await app.db.query('SELECT refund_orders($1, $2, $3, 1)', [event.id, 'admin', [first.data.order.order_uuid]]);
    expect((await claimTicket(app, who, event, await rallyCode(app, who, 'holder', 'back-again'))).status).toBe(200);
  });

  test('the host sees what a holder claimed with, and never the wallet, until the account is deleted', async () => {
    const event = await gatedEvent(app, host);
    const who = await signUp(app, 'holder');
    const actor = { ...(await newViewer(app)), id: who.id, token: who.token };
    await claimTicket(app, actor, event, await rallyCode(app, actor, 'holder', 'secret-wallet'));
    const door = async () =>
      (await app.call('GET /events/:id/door_list', { as: host.token, params: { id: event.id } })).data.entries;
    expect(await door()).toMatchObject([{ ticket_kind: 'holder', holder_of: 'Front Pass', email: who.email }]);
    const shown = JSON.stringify([
      await door(),
      await app.call('GET /events/:id', { params: { id: event.id } }),
      await app.db.query('SELECT t, c FROM ticket t JOIN token_claim c ON c.ticket_id = t.id'),
    ]);
    expect(shown).not.toContain('secret-wallet');
    expect(shown).not.toContain(Buffer.from('secret-wallet').toString('hex'));
    const { data } = await app.call('GET /user/export', { as: who.token });
    expect(data['token_claims']).toMatchObject([{ holder_of: 'Front Pass', gate: 'stand_in' }]);
    await app.call('POST /user/delete', { as: who.token, body: { password: signUpPassword } });
    expect(await door()).toMatchObject([{ holder_of: null, email: null }]);
    const left = 'SELECT 1 FROM ticket WHERE event_id = $1 AND wallet_hash IS NOT NULL';
    expect(await app.db.query(left, [event.id])).toEqual([]);
  });
});
