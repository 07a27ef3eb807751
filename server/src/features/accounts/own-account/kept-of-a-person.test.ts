import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../../test/actors.ts';
import { bareEvent, freeTicket } from '../../../../test/free-ticket.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { signUp, signUpPassword } from '../../../../test/sign-up.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

interface Kept {
  /** Its part of the export, or why it is in none. */
  readonly exported: string;
  /** What becomes of it when the account is deleted: the row goes, or stays under the made-up name. */
  readonly deleted: 'goes' | 'stays';
}

/** Every column that says whose a row is. Who adds one decides both; a table that says it by way of these is decided with them. */
const decided: Readonly<Record<string, Kept>> = {
  'app_user.joined_into': { exported: 'none: what could move is in the account it was joined into', deleted: 'goes' },
  'audit_log.actor_id': { exported: 'admin_deeds', deleted: 'stays' },
  'audit_log.subject_id': { exported: 'admin_decisions', deleted: 'stays' },
  'chat_message.author_id': { exported: 'chat_messages', deleted: 'stays' },
  'event.host_id': { exported: 'hosted_events', deleted: 'stays' },
  'favorite.user_id': { exported: 'favorite_events', deleted: 'goes' },
  'follow.follower_id': { exported: 'followed_hosts', deleted: 'goes' },
  'follow.host_id': { exported: 'followers', deleted: 'goes' },
  'influencer_request.decided_by': { exported: 'none: it is in admin_deeds', deleted: 'stays' },
  'influencer_request.user_id': { exported: 'influencer_requests', deleted: 'goes' },
  'listed_host.user_id': { exported: 'none: words of the account, for the search', deleted: 'goes' },
  'one_time_token.user_id': { exported: 'mailed_links', deleted: 'goes' },
  'orders.buyer_id': { exported: 'orders', deleted: 'stays' },
  'provider_customer.user_id': { exported: 'payment_customers', deleted: 'goes' },
  'refresh_token.user_id': { exported: 'sessions', deleted: 'stays' },
  'review.author_id': { exported: 'reviews', deleted: 'goes' },
  'review.host_id': { exported: 'received_reviews', deleted: 'stays' },
  'room.speaker_id': { exported: 'none: who speaks right now', deleted: 'stays' },
  'room_login.user_id': { exported: 'none: which of the sessions was let in last', deleted: 'stays' },
  'room_member.user_id': { exported: 'rooms', deleted: 'stays' },
  'saved_card.user_id': { exported: 'saved_cards', deleted: 'goes' },
  'second_factor.user_id': { exported: 'second_factor', deleted: 'goes' },
  'social_identity.user_id': { exported: 'social_identities', deleted: 'goes' },
  'social_login.connect_to': { exported: 'none: a trip to a provider, forgotten after an hour', deleted: 'stays' },
  'ticket.holder_id': { exported: 'tickets', deleted: 'stays' },
};

test('of every column that names an account it is decided what the export says and what a deletion does', async () => {
  const columns = await app.db.query<{ name: string }>(
    `SELECT c.conrelid::regclass || '.' || a.attname AS name FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = 'app_user'::regclass`,
  );
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(decided).toSorted());
  const { data } = await app.call('GET /user/export', { as: (await signUp(app, 'empty')).token });
  const parts = Object.values(decided).map(({ exported }) => exported);
  expect(parts.filter((part) => !part.startsWith('none: ') && !(part in data))).toEqual([]);
});

test('a host reads what was written to the holders and given back, a buyer what came back', async () => {
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

test('what is said to go is gone, and where somebody bought is forgotten', async () => {
  const { id, token, email } = await signUp(app, 'goer');
  const event = await bareEvent(app.db, (await newHost(app)).id);
  await freeTicket(app.db, event.id, id);
  await app.db.query("UPDATE orders SET hold_address = '192.0.2.7' WHERE buyer_id = $1", [id]);
  const other = (await newHost(app)).id;
  for (const [table, columns, values] of [
    ['favorite', 'user_id, event_id', `$1, '${event.id}'`],
    ['follow', 'follower_id, host_id', `$1, ${other}`],
    ['follow', 'follower_id, host_id', `${other}, $1`],
    ['influencer_request', 'user_id', '$1'],
    ['provider_customer', 'user_id, provider, ref', `$1, 'elsewhere', 'cus_1'`],
    ['saved_card', 'id, user_id, provider, brand, last4', `'pm_1', $1, 'elsewhere', 'visa', '4242'`],
    ['second_factor', 'user_id, sealed_secret', `$1, ''`],
    ['social_identity', 'user_id, provider, subject', `$1, 'instagram', 's1'`],
    [
      'review',
      'event_id, host_id, author_id, ticket_id, stars',
      `'${event.id}', ${other}, $1, (SELECT id FROM ticket WHERE holder_id = $1), 4`,
    ],
  ])
    await app.db.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`, [id]);
  expect((await app.call('POST /auth/forgot_password', { body: { email } })).status).toBe(200);
  await app.quiesce();
  const deleted = await app.call('POST /user/delete', { as: token, body: { password: signUpPassword } });
  expect(deleted.status).toBe(200);
  await app.quiesce();
  const left: string[] = [];
  for (const [name, { deleted: becomes }] of Object.entries(decided)) {
    const [table, column] = name.split('.');
    const rows = await app.db.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id]);
    if (becomes === 'goes' && rows.length > 0) left.push(name);
  }
  expect(left).toEqual([]);
  expect(await app.db.query('SELECT 1 FROM orders WHERE buyer_id = $1 AND hold_address IS NOT NULL', [id])).toEqual([]);
});
