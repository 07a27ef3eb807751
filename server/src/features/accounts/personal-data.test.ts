import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { bareEvent, freeTicket } from '../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

interface Kept {
  /** The part of the export, or the reason why there is none. */
  readonly exported: string;
  /** What happens at a deletion: the row is deleted, or stays under the made-up name. */
  readonly deleted: 'goes' | 'stays';
}

/**
 * Every column that says whose a row is. Adding such a column requires a decision on both. Tables that reference one of
 * these tables follow it.
 */
const decided: Readonly<Record<string, Kept>> = {
  'activity.host_id': { exported: 'none: it is made of orders, refunds, reviews and follows', deleted: 'goes' },
  'activity.person_id': { exported: 'none: a follow or a review, told to the host', deleted: 'goes' },
  'activity_seen.user_id': { exported: 'none: when the activity was read last', deleted: 'goes' },
  'api_key.host_id': { exported: 'api_keys', deleted: 'goes' },
  'app_user.joined_into': { exported: 'none: what could move is in the account it was joined into', deleted: 'stays' },
  'audit_log.actor_id': { exported: 'admin_deeds', deleted: 'stays' },
  'audit_log.subject_id': { exported: 'admin_decisions', deleted: 'stays' },
  'billing_details.user_id': { exported: 'billing_details', deleted: 'goes' },
  'calendar_feed.user_id': { exported: 'calendar_feed', deleted: 'goes' },
  'caption_line.speaker_id': { exported: 'captions', deleted: 'goes' },
  'chat_message.author_id': { exported: 'chat_messages', deleted: 'stays' },
  'event.host_id': { exported: 'hosted_events', deleted: 'stays' },
  'event.private_for': { exported: 'private_requests', deleted: 'stays' },
  'event_series.host_id': { exported: 'event_series', deleted: 'stays' },
  'event_day.host_id': { exported: 'none: it is counted from orders and reviews', deleted: 'stays' },
  'event_show.host_id': { exported: 'none: it is counted from the rooms of the events', deleted: 'stays' },
  'favorite.user_id': { exported: 'favorite_events', deleted: 'goes' },
  'follow.follower_id': { exported: 'followed_hosts', deleted: 'goes' },
  'follow.host_id': { exported: 'followers', deleted: 'goes' },
  'follow_day.host_id': { exported: 'none: it is counted from the followers', deleted: 'goes' },
  'host_block.host_id': { exported: 'blocked_from_meetings', deleted: 'goes' },
  'host_block.user_id': { exported: 'none: a host’s own decision', deleted: 'goes' },
  'host_balance.host_id': { exported: 'none: sums of the ledger', deleted: 'stays' },
  'host_day.host_id': { exported: 'none: it is counted from the events', deleted: 'stays' },
  'host_time.host_id': { exported: 'none: when hosted_events and private_requests are', deleted: 'stays' },
  'influencer_request.decided_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'influencer_request.user_id': { exported: 'influencer_requests', deleted: 'goes' },
  'ledger_tx.host_id': { exported: 'none: the books; its parts are in orders, refunds and payouts', deleted: 'stays' },
  'listed_event.host_id': { exported: 'none: words of the event, for the search', deleted: 'stays' },
  'listed_host.user_id': { exported: 'none: words of the account, for the search', deleted: 'goes' },
  'meeting_offer.host_id': { exported: 'meeting_offer', deleted: 'goes' },
  'one_time_token.user_id': { exported: 'mailed_links', deleted: 'goes' },
  'queue_place.user_id': { exported: 'waiting_pages', deleted: 'goes' },
  'orders.buyer_id': { exported: 'orders', deleted: 'stays' },
  'orders.holder_key': { exported: 'orders', deleted: 'stays' },
  'payout.host_id': { exported: 'payouts', deleted: 'stays' },
  'payout_hold.held_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'payout_hold.host_id': { exported: 'payout_holds', deleted: 'stays' },
  'payout_method.host_id': { exported: 'payout_methods', deleted: 'goes' },
  'payout_setting.host_id': { exported: 'payout_settings', deleted: 'goes' },
  'poll_vote.user_id': { exported: 'poll_votes', deleted: 'stays' },
  'private_request.host_id': { exported: 'private_requests', deleted: 'stays' },
  'private_request.viewer_id': { exported: 'private_requests', deleted: 'stays' },
  'provider_customer.user_id': { exported: 'payment_customers', deleted: 'goes' },
  'push_subscription.user_id': { exported: 'push_subscriptions', deleted: 'goes' },
  'question.author_id': { exported: 'questions', deleted: 'stays' },
  'question_vote.user_id': { exported: 'question_votes', deleted: 'stays' },
  'reconciliation_difference.closed_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'holder_proof.account_id': { exported: 'none: a proof for a waitlist, forgotten after an hour', deleted: 'goes' },
  'wallet_nonce.account_id': { exported: 'none: asks a wallet to sign, forgotten after an hour', deleted: 'goes' },
  'rally_trip.account_id': { exported: 'none: an attempt with a provider, forgotten after an hour', deleted: 'goes' },
  'refresh_token.user_id': { exported: 'sessions', deleted: 'stays' },
  'report.decided_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'report.reporter_id': { exported: 'filed_reports', deleted: 'stays' },
  'report.subject_id': { exported: 'reports_about', deleted: 'stays' },
  'review.author_id': { exported: 'reviews', deleted: 'goes' },
  'review.host_id': { exported: 'received_reviews', deleted: 'stays' },
  'recording_part.publisher_id': { exported: 'recordings', deleted: 'goes' },
  'room.next_id': { exported: 'none: who gets ready for the next turn right now', deleted: 'stays' },
  'room.pinned_hand_id': { exported: 'none: whom the host calls first right now', deleted: 'stays' },
  'room.speaker_id': { exported: 'none: who speaks right now', deleted: 'stays' },
  'room.stage_guest_id': { exported: 'none: who is on stage as guest right now', deleted: 'stays' },
  'room_event.actor_id': { exported: 'none: what others see of it is in rooms and chat_messages', deleted: 'stays' },
  'room_login.user_id': { exported: 'none: which of the sessions was let in last', deleted: 'stays' },
  'room_member.user_id': { exported: 'rooms', deleted: 'stays' },
  'saved_card.user_id': { exported: 'saved_cards', deleted: 'goes' },
  'sepa_file.made_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'passkey.user_id': { exported: 'passkeys', deleted: 'goes' },
  'passkey_challenge.user_id': { exported: 'none: asks a device to sign, forgotten after an hour', deleted: 'goes' },
  'second_factor.user_id': { exported: 'second_factor', deleted: 'goes' },
  'stage_change.user_id': { exported: 'turns', deleted: 'stays' },
  'social_identity.user_id': { exported: 'social_identities', deleted: 'goes' },
  'social_login.connect_to': {
    exported: 'none: an attempt with a provider, forgotten after an hour',
    deleted: 'stays',
  },
  'stats_due.host_id': { exported: 'none: what is to be counted right now', deleted: 'stays' },
  'stats_host.host_id': { exported: 'none: the time zone, which is part of the account', deleted: 'stays' },
  'ticket.holder_id': { exported: 'tickets', deleted: 'stays' },
  'ticket.holder_key': { exported: 'tickets', deleted: 'stays' },
  'view_day.host_id': { exported: 'none: how many looked at the pages, nobody in particular', deleted: 'stays' },
  'webhook_endpoint.host_id': { exported: 'webhook_endpoints', deleted: 'goes' },
  'waitlist_place.account_id': { exported: 'waitlists', deleted: 'stays' },
};

/** Columns without a row in the test below: states of a moment in a room or at a provider, and rows of a host. */
const unsown = [
  'event.host_id',
  'event.private_for',
  'event_series.host_id',
  'event_day.host_id',
  'event_show.host_id',
  'host_balance.host_id',
  'host_day.host_id',
  'host_time.host_id',
  'ledger_tx.host_id',
  'listed_event.host_id',
  'payout.host_id',
  'reconciliation_difference.closed_by',
  'report.decided_by',
  'review.host_id',
  'room.next_id',
  'room.pinned_hand_id',
  'room.speaker_id',
  'room.stage_guest_id',
  'room_login.user_id',
  'social_login.connect_to',
  'stats_due.host_id',
  'view_day.host_id',
];

/** The number of rows of the person by column. */
async function rowsOf(id: number): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const name of Object.keys(decided)) {
    const [table, column] = name.split('.');
    const whose = column === 'holder_key' ? `u:${id}` : id;
    rows[name] = (await app.db.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [whose])).length;
  }
  return rows;
}

test('export and deletion are decided for every column that names an account', async () => {
  const columns = await app.db.query<{ name: string }>(
    `SELECT DISTINCT a.attrelid::regclass || '.' || a.attname AS name FROM pg_attribute a
     JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
     LEFT JOIN pg_constraint c ON c.contype = 'f' AND c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey)
     WHERE a.attnum > 0 AND NOT a.attisdropped AND (c.confrelid = 'app_user'::regclass
       OR a.attname = 'holder_key' OR (c.oid IS NULL AND a.atttypid = 'bigint'::regtype AND a.attname LIKE '%\\_id'))`,
  );
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(decided).toSorted());
  const { data } = await app.call('GET /user/export', { as: (await signUp(app, 'empty')).token });
  const parts = Object.values(decided).map(({ exported }) => exported);
  expect(parts.filter((part) => !part.startsWith('none: ') && !(part in data))).toEqual([]);
});

test('a host’s export has messages to holders and given refunds, a buyer’s export has received refunds', async () => {
  const [host, buyer] = [await signUp(app, 'host'), await signUp(app, 'buyer')];
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const bought = await app.call('POST /events/purchase', {
    as: buyer.token,
    body: { event_uuid: event.id, type: 'interactive', stripe_token: 'pm_card_visa', remember: true },
  });
  expect(bought.status).toBe(200);
  await app.db.query(
    `INSERT INTO event_message (id, event_id, subject, body) VALUES (gen_random_uuid(), $1, 'Bring a pen', 'We draw.')`,
    [event.id],
  );
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
  await app.quiesce();
  const money = { event_id: event.id, reason: 'admin', amount_minor: 1310, status: 'succeeded' };
  expect((await app.call('GET /user/export', { as: host.token })).data).toMatchObject({
    hosted_events: [{ id: event.id, price_minor: 1200 }],
    messages_to_holders: [{ event_id: event.id, subject: 'Bring a pen', body: 'We draw.' }],
    given_refunds: [money],
    refunds: [],
  });
  const { data } = await app.call('GET /user/export', { as: buyer.token });
  expect(data).toMatchObject({
    orders: [{ status: 'refunded', price_minor: 1200, fee_minor: 110, total_minor: 1310 }],
    payments: [{ event_id: event.id, amount_minor: 1310, status: 'succeeded' }],
    refunds: [money],
    payment_customers: [{ provider: 'sandbox_card' }],
    messages_to_holders: [],
    given_refunds: [],
  });
  expect(JSON.stringify(data)).not.toContain('Bring a pen');
});

test('the export of a guest’s order has neither network address nor payment reference', async () => {
  const { id, token, email } = await signUp(app, 'typed');
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
  const declined = { type: 'interactive', stripe_token: 'pm_card_visa_chargeDeclined' } as const;
  const [own, typed] = [
    await newEvent(app, await newHost(app), { priceMinor: 1200 }),
    await newEvent(app, await newHost(app), { priceMinor: 1200 }),
  ];
  await app.call('POST /events/purchase', { as: token, body: { ...declined, event_uuid: own.id } });
  await app.call('POST /events/purchase_no_login', { body: { ...declined, event_uuid: typed.id, email } });
  await app.db.query("UPDATE orders SET hold_address = '192.0.2.7' WHERE event_id = ANY ($1)", [[own.id, typed.id]]);
  const { data } = await app.call('GET /user/export', { as: token });
  expect(data['orders']).toMatchObject([
    { event_id: typed.id, email, network_address: null },
    { event_id: own.id, network_address: '192.0.2.7' },
  ]);
  expect(data['payments']).toMatchObject([
    { event_id: typed.id, status: 'failed', provider_ref: null, failure: null },
    { event_id: own.id, status: 'failed', provider_ref: expect.any(String), failure: expect.any(String) },
  ]);
});

test('the export of an app admin says which actions, not about whom', async () => {
  const admin = await signUp(app, 'deeds');
  await app.db.query("INSERT INTO audit_log (actor_id, subject_id, action, details) VALUES ($1, $1, 'sown', '{}')", [
    admin.id,
  ]);
  const { data } = await app.call('GET /user/export', { as: admin.token });
  expect(data['admin_deeds']).toEqual([{ at: expect.any(String), action: 'sown' }]);
});

test('a deletion removes and keeps the rows as decided, and deletes network addresses', async () => {
  const { id, token, email } = await signUp(app, 'goer');
  const event = await bareEvent(app.db, (await newHost(app)).id);
  await freeTicket(app.db, event.id, id);
  await app.db.query("UPDATE orders SET hold_address = '192.0.2.7' WHERE buyer_id = $1", [id]);
  await app.db.query("UPDATE ticket SET wallet_hash = 'w' WHERE holder_id = $1", [id]);
  const other = (await newHost(app)).id;
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [id]);
  const claim = (await signUp(app, 'claim')).id;
  const request = (viewer: string | number, of: string | number): string =>
    `gen_random_uuid(), ${viewer}, ${of}, app_now() + interval '1 day', 30, 0, 'EUR'`;
  for (const [table, columns, values] of [
    ['activity_seen', 'user_id, at', '$1, app_now()'],
    ['billing_details', 'user_id, name, address, tax_id', `$1, 'A', '', ''`],
    ['calendar_feed', 'user_id, secret_hash, secret_sealed', `$1, '', ''`],
    [
      'push_subscription',
      'id, user_id, session_id, endpoint, p256dh, auth',
      `gen_random_uuid(), $1, gen_random_uuid(), 'https://push.example/1', '', ''`,
    ],
    ['favorite', 'user_id, event_id', `$1, '${event.id}'`],
    ['follow', 'follower_id, host_id', `$1, ${other}`],
    ['follow', 'follower_id, host_id', `${other}, $1`],
    ['host_block', 'host_id, user_id', `$1, ${other}`],
    ['host_block', 'host_id, user_id', `${other}, $1`],
    ['meeting_offer', 'host_id, enabled, tz', `$1, true, 'UTC'`],
    ['meeting_length', 'host_id, minutes, price_minor, currency', `$1, 30, 0, 'EUR'`],
    ['meeting_hours', 'host_id, weekday, from_minute, to_minute', '$1, 1, 540, 600'],
    ['meeting_exception', 'host_id, day', `$1, '2026-12-24'`],
    ['private_request', 'id, viewer_id, host_id, starts_at, minutes, price_minor, currency', request('$1', other)],
    ['private_request', 'id, viewer_id, host_id, starts_at, minutes, price_minor, currency', request(other, '$1')],
    ['influencer_request', 'user_id', '$1'],
    ['provider_customer', 'user_id, provider, ref', `$1, 'elsewhere', 'cus_1'`],
    ['saved_card', 'id, user_id, provider, brand, last4', `'pm_1', $1, 'elsewhere', 'visa', '4242'`],
    [
      'payout_method',
      'id, host_id, kind, account_sealed, account_hash, account_shown, holder_name, state, is_default',
      `gen_random_uuid(), $1, 'sandbox', '', '', 'pays', 'A Goer', 'ready', true`,
    ],
    ['payout_setting', 'host_id, currency, automatic, minimum_minor, next_at', `$1, 'EUR', false, 100, app_now()`],
    ['payout_hold', 'host_id, reason, held_by', `$1, 'sown', $1`],
    ['sepa_file', 'id, name, xml, total_minor, made_by', `gen_random_uuid(), 'sown', '', 0, $1`],
    ['second_factor', 'user_id, sealed_secret', `$1, ''`],
    ['passkey', 'id, user_id, credential_id, public_key, name', `gen_random_uuid(), $1, '', '', 'Phone'`],
    ['passkey_challenge', 'hash, user_id, expires_at', `'', $1, app_now()`],
    [
      'webhook_endpoint',
      'id, host_id, url, types, secret_sealed',
      `gen_random_uuid(), $1, 'https://a.example/', '{}', ''`,
    ],
    ['api_key', 'id, host_id, name, key_hash, prefix, scopes, test', `gen_random_uuid(), $1, 'a', '', '', '{}', true`],
    ['holder_proof', 'event_id, account_id', `'${event.id}', $1`],
    ['wallet_nonce', 'nonce_hash, account_id, expires_at', `'', $1, app_now()`],
    ['rally_trip', 'state_hash, account_id, code_verifier, expires_at', `'', $1, 'v', app_now()`],
    [
      'token_claim',
      'ticket_id, gate, holder_of, proof_sealed',
      `(SELECT id FROM ticket WHERE holder_id = $1), 'oauth', 'FRC', ''`,
    ],
    ['social_identity', 'user_id, provider, subject', `$1, 'instagram', 's1'`],
    [
      'review',
      'event_id, host_id, author_id, ticket_id, stars',
      `'${event.id}', ${other}, $1, (SELECT id FROM ticket WHERE holder_id = $1), 4`,
    ],
    [
      'report',
      'id, kind, subject_key, subject_id, reporter_id, reason',
      `gen_random_uuid(), 'person', 'person:1', $1, $1, 'spam'`,
    ],
    ['influencer_request', 'user_id, decided_at, decided_by, authorized', `${other}, app_now(), $1, true`],
    ['audit_log', 'actor_id, subject_id, action, details', `$1, $1, 'sown', '{}'`],
    [
      'waitlist_place',
      'account_id, event_id, address, status, ended_at',
      `$1, '${event.id}', '192.0.2.7', 'left', app_now()`,
    ],
    ['sale_queue', 'event_id', `(SELECT '${event.id}'::uuid WHERE $1 > 0)`],
    ['queue_place', 'event_id, user_id, draw', `'${event.id}', $1, 'a-draw-of-a-number'`],
    ['room', 'event_id, seq', `(SELECT '${event.id}'::uuid WHERE $1 > 0), 1`],
    ['room_member', 'event_id, user_id', `'${event.id}', $1`],
    [
      'recording_part',
      'id, event_id, begins_at, head, kind, publisher_id',
      `gen_random_uuid(), '${event.id}', app_now(), 'head', 'camera', $1`,
    ],
    ['caption_line', 'event_id, speaker_id, line_id, body', `'${event.id}', $1, gen_random_uuid(), 'Hello'`],
    ['stage_change', 'event_id, user_id', `'${event.id}', $1`],
    ['room_event', 'event_id, seq, type, payload, actor_id', `'${event.id}', 1, 'newMessage', '{}', $1`],
    ['question', 'id, event_id, author_id, body, votes', `gen_random_uuid(), '${event.id}', $1, 'Why?', 1`],
    [
      'poll',
      'id, event_id, body, choices, multiple, anonymous, results_live, status, opened_at, closed_at',
      `(SELECT gen_random_uuid() WHERE $1 > 0), '${event.id}', 'Soft?', '{yes,no}', false, true, true, 'closed',
        app_now(), app_now()`,
    ],
    ['poll_vote', 'poll_id, user_id, choice', `(SELECT id FROM poll LIMIT 1), $1, 0`],
    ['question_vote', 'question_id, user_id', `(SELECT id FROM question WHERE author_id = $1), $1`],
    ['chat_message', 'event_id, seq, author_id, client_id, body', `'${event.id}', 1, $1, 'c', 'Hello'`],
  ])
    await app.db.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`, [id]);
  expect((await app.call('POST /auth/forgot_password', { body: { email } })).status).toBe(200);
  await app.db.query('UPDATE app_user SET joined_into = $2 WHERE id = $1', [claim, id]);
  await app.quiesce();
  const before = await rowsOf(id);
  expect(Object.keys(before).filter((name) => before[name] === 0)).toEqual(unsown);
  const deleted = await app.call('POST /user/delete', { as: token, body: { password: signUpPassword } });
  expect(deleted.status).toBe(200);
  await app.quiesce();
  const due = Object.entries(decided).map(([name, { deleted: becomes }]) => [
    name,
    becomes === 'goes' ? 0 : before[name],
  ]);
  expect(await rowsOf(id)).toEqual(Object.fromEntries(due));
  expect(await app.db.query('SELECT 1 FROM orders WHERE buyer_id = $1 AND hold_address IS NOT NULL', [id])).toEqual([]);
  expect(await app.db.query('SELECT 1 FROM ticket WHERE holder_id = $1 AND wallet_hash IS NOT NULL', [id])).toEqual([]);
  expect(await app.db.query('SELECT 1 FROM token_claim')).toEqual([]);
});
