import { apiKeysMax } from '@frontrow/core/developers/api-keys.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { hashOf } from '../../keys.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const create = (body: object, as = host) =>
  app.call('POST /api_keys', { as: as.token, body: { name: 'Website', scopes: ['read_events'], ...body } });
const ask = (key: string, headers: Record<string, string> = {}, at = app) =>
  at.call('GET /events/mine', {
    query: { scope: 'upcoming' },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const refusalOf = ({ status, errors }: Awaited<ReturnType<typeof ask>>): string => `${status} ${errors[0]?.code}`;

test('a key reads its host’s events, is stored as a hash and is shown once', async () => {
  const event = await newEvent(app, host);
  const { status, data } = await create({ scopes: ['read_events', 'read_events'], test: true });
  expect(status).toBe(200);
  expect(data.key).toMatch(/^frk_test_[0-9a-z]{45}$/);
  expect(data.api_key).toMatchObject({ name: 'Website', scopes: ['read_events'], test: true, last_used_at: null });
  expect(data.key.startsWith(data.api_key.prefix)).toBe(true);
  const mine = await ask(data.key);
  expect(mine.data.events.map((one) => one.event.event_uuid)).toEqual([event.id]);
  const listed = await app.call('GET /api_keys', { as: host.token });
  expect(listed.data.api_keys).toMatchObject([{ id: data.api_key.id, last_used_at: expect.any(Number) }]);
  expect(JSON.stringify(listed.data)).not.toContain(data.key);
  const [row] = await app.db.query<{ key_hash: Buffer; text: string }>(
    'SELECT key_hash, k::text AS text FROM api_key k',
  );
  expect(row!.key_hash).toEqual(hashOf(data.key));
  expect(row!.text).not.toContain(data.key);
});

test.each([
  [{ name: '  ' }, '400 api_key_name_required'],
  [{ name: '\u200b\u2060' }, '400 api_key_name_required'],
  [{ name: 'é'.repeat(61) }, '400 bad_input'],
  [{ scopes: [] }, '400 api_key_scopes_required'],
  [{ scopes: ['read_everything'] }, '400 bad_input'],
  [{ scopes: 'read_events' }, '400 bad_input'],
  [{ expires_at: 1 }, '400 api_key_expiry_past'],
  [{ expires_at: -9_007_199_254_740_991 }, '400 bad_input'],
  // The last year with four digits ends; the database and JavaScript know later moments that the other cannot read.
  [{ expires_at: 253_402_300_800_000 }, '400 bad_input'],
  [{ expires_at: 8_640_000_000_000_000 }, '400 bad_input'],
  [{ expires_at: 8_650_000_000_000_000 }, '400 bad_input'],
  [{ expires_at: 9_007_199_254_740_991 }, '400 bad_input'],
])('a key with %j is refused in a sentence', async (body, refused) => {
  const { status, errors } = await create(body);
  expect(`${status} ${errors[0]!.code}`).toBe(refused);
  expect(errors[0]!.message).toMatch(/\.$/);
});

test('a viewer and a key create no keys', async () => {
  const viewer = await create({}, await newViewer(app));
  expect([viewer.status, viewer.errors[0]?.code]).toEqual([403, 'hosts_only']);
  const { key } = (await create({})).data;
  const byKey = await app.call('POST /api_keys', {
    headers: { authorization: `Bearer ${key}` },
    body: { name: 'More', scopes: ['manage_events'] },
  });
  expect([byKey.status, byKey.errors[0]?.code]).toEqual([403, 'api_key_not_accepted']);
});

test('wrong, shortened, misplaced and doubled keys are each refused in their own words', async () => {
  const { key } = (await create({})).data;
  const swapped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  for (const wrong of ['', 'nonsense', key.slice(0, -1), swapped, `${key}0`, key.replace('live', 'test')])
    expect([wrong, refusalOf(await ask(wrong))]).toEqual([wrong, '401 api_key_invalid']);
  expect(refusalOf(await app.call('GET /events/mine', { as: key }))).toBe('401 api_key_misplaced');
  expect(refusalOf(await ask(key, { 'access-token': host.token }))).toBe('400 api_key_with_session');
  expect((await ask(key)).status).toBe(200);
});

test('a missing scope is named', async () => {
  const { key } = (await create({ scopes: ['read_guests'] })).data;
  const { status, errors } = await ask(key);
  expect([status, errors]).toEqual([
    403,
    [{ code: 'api_key_scope_missing', message: 'For this call the API key needs the scope read_events.' }],
  ]);
});

test('a key does nothing for the events of another host', async () => {
  const { key } = (await create({ scopes: ['read_guests', 'manage_events'] })).data;
  const theirs = await newEvent(app, await newHost(app));
  const headers = { authorization: `Bearer ${key}` };
  const list = await app.call('GET /events/:id/door_list', { params: { id: theirs.id }, headers });
  expect([list.status, list.errors[0]?.code]).toEqual([403, 'forbidden']);
  const cancelled = await app.call('POST /events/cancel', { body: { event_uuid: theirs.id }, headers });
  expect([cancelled.status, cancelled.errors[0]?.code]).toEqual([403, 'forbidden']);
});

test('a revoked key is refused at once, by every process, and leaves the list; again changes nothing', async () => {
  const { key, api_key: apiKey } = (await create({ name: 'Old laptop' })).data;
  expect((await ask(key)).status).toBe(200);
  const other = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  expect((await ask(key, {}, other)).status).toBe(200);
  const stranger = await newHost(app);
  const revoke = (as: TestActor) => app.call('POST /api_keys/revoke', { as: as.token, body: { id: apiKey.id } });
  expect((await revoke(stranger)).errors[0]?.code).toBe('api_key_not_found');
  expect((await revoke(host)).status).toBe(200);
  expect((await revoke(host)).status).toBe(200);
  expect([refusalOf(await ask(key)), refusalOf(await ask(key, {}, other))]).toEqual(
    Array(2).fill('401 api_key_revoked'),
  );
  await other.close();
  const listed = (await app.call('GET /api_keys', { as: host.token })).data.api_keys;
  expect(listed.map(({ id }) => id)).not.toContain(apiKey.id);
  const audit = await app.call('GET /admin/audit_log', { as: (await newAdmin(app)).token });
  const lines = audit.data.entries.filter(({ details }) => details['name'] === 'Old laptop');
  expect(lines.map(({ action }) => action)).toEqual(['api_key_revoked', 'api_key_created']);
});

test('a key ends when it expires, and when its host is suspended or no host any more', async () => {
  const owner = await newHost(app);
  const expiring = (await create({ expires_at: app.clock.now() + days(1) }, owner)).data.key;
  const { key } = (await create({}, owner)).data;
  expect((await ask(expiring)).status).toBe(200);
  await app.clock.advance(days(1) + minutes(1));
  expect(refusalOf(await ask(expiring))).toBe('401 api_key_expired');
  expect((await ask(key)).status).toBe(200);
  await app.db.query("UPDATE app_user SET suspended_at = app_now(), suspended_reason = 'x' WHERE id = $1", [owner.id]);
  expect(refusalOf(await ask(key))).toBe('403 api_key_blocked');
  await app.db.query('UPDATE app_user SET suspended_at = NULL, suspended_reason = NULL, role = 0 WHERE id = $1', [
    owner.id,
  ]);
  expect(refusalOf(await ask(key))).toBe('403 hosts_only');
});

test('a key has 600 calls a minute over all calls, and each answer says what is left', async () => {
  const { key } = (await create({})).data;
  const second = (await create({})).data.key;
  const first = await ask(key);
  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"default";q=600;w=60',
    ratelimit: expect.stringMatching(/^"default";r=599;t=(?:[1-5]?\d|60)$/),
    'ratelimit-limit': '600',
    'ratelimit-remaining': '599',
    'ratelimit-reset': expect.stringMatching(/^\d+$/),
  });
  for (let n = 2; n <= 600; n += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, 601 - n) }, () =>
        app.http.inject({ url: '/api/languages/all', headers: { authorization: `Bearer ${key}` } }),
      ),
    );
  const over = await ask(key);
  expect([refusalOf(over), over.headers['ratelimit-remaining']]).toEqual(['429 too_many_requests', '0']);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(second)).status).toBe(200);
});

test('wrong keys of one network are limited, and stop none that was in use there', async () => {
  const [used, revoked] = [(await create({})).data, (await create({})).data];
  const from = '192.0.2.9';
  const askFrom = (key: string) =>
    app.call('GET /events/mine', { headers: { authorization: `Bearer ${key}` }, query: { scope: 'upcoming' }, from });
  for (const { key } of [used, revoked]) expect((await askFrom(key)).status).toBe(200);
  for (let n = 0; n < 60; n += 1) expect((await askFrom('frk_live_x')).status).toBe(401);
  expect((await askFrom('frk_live_x')).status).toBe(429);
  expect((await askFrom(used.key)).status).toBe(200);
  // One that is good no longer is looked up once more, and then counts among the wrong ones.
  await app.call('POST /api_keys/revoke', { as: host.token, body: { id: revoked.api_key.id } });
  expect([refusalOf(await askFrom(revoked.key)), (await askFrom(revoked.key)).status]).toEqual([
    '401 api_key_revoked',
    429,
  ]);
  expect((await askFrom(used.key)).status).toBe(200);
});

test('a host has at most twenty keys, also when they are created at once', async () => {
  const keen = await newHost(app);
  const answers = await Promise.all(Array.from({ length: apiKeysMax + 3 }, () => create({}, keen)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(apiKeysMax);
  expect(answers.find(({ status }) => status !== 200)?.errors[0]?.code).toBe('api_keys_maximum');
});

test('a test key is neither created nor accepted where payments are real', async () => {
  const { key } = (await create({ test: true })).data;
  const stripe = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' };
  const overrides = { databaseUrl: app.databaseUrl, clock: app.clock, cards: app.kit.cards };
  const real = await testApp({ overrides, config: { stripe: stripe as never } });
  expect(refusalOf(await ask(key, {}, real))).toBe('403 api_key_test_refused');
  const made = await real.call('POST /api_keys', {
    as: host.token,
    body: { name: 'Test', scopes: ['read_events'], test: true },
  });
  expect([made.status, made.errors[0]?.code]).toEqual([403, 'api_key_test_refused']);
  await real.close();
});
