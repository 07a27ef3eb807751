import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { bareEvent } from '../../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { makeAdmin } from './people.ts';

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

const ask = (as?: string) => app.call('POST /user/influencer_request', { body: {}, ...(as && { as }) });
const requests = () => app.call('GET /admin/influencer_requests', { as: admin.token });
const authorize = (id: number, as = admin.token) =>
  app.call('POST /admin/influencer_requests/authorize', { as, body: { user_ide: id } });
const refuse = (id: number, reason: string, as = admin.token) =>
  app.call('POST /admin/influencer_requests/refuse', { as, body: { user_ide: id, reason } });
const users = (q: string, as = admin.token) => app.call('GET /admin/users', { as, query: { q } });
const flags = (id: number, advertising: boolean, massive: boolean, as = admin.token) =>
  app.call('POST /admin/users/flags', {
    as,
    body: { user_ide: id, influencer_advertising: advertising, influencer_massive_streaming: massive },
  });
const audit = (as = admin.token) => app.call('GET /admin/audit_log', { as });

test('only app admins may use the calls of app admins', async () => {
  const viewer = await newViewer(app);
  const host = await newHost(app);
  for (const { token } of [viewer, host]) {
    const answers = [
      await app.call('GET /admin/influencer_requests', { as: token }),
      await authorize(viewer.id, token),
      await refuse(viewer.id, 'No', token),
      await users('', token),
      await flags(host.id, true, true, token),
      await audit(token),
    ];
    for (const answer of answers) expect([answer.status, answer.errors[0]?.code]).toEqual([403, 'forbidden']);
  }
  expect((await app.call('GET /admin/users')).status).toBe(401);
});

describe('becoming an influencer', () => {
  test('an influencer request needs an account with a verified email address, and only one can be open', async () => {
    expect((await ask()).errors[0]?.code).toBe('login_required');
    const guest = await newGuest(app, '7b7c9a53-8c5b-4c0e-9a55-6d3f1b0f7a01');
    expect((await ask(guest.token)).errors[0]?.code).toBe('account_required');
    expect((await ask((await newHost(app)).token)).errors[0]?.code).toBe('request_not_needed');
    const viewer = await newViewer(app);
    await app.db.query('UPDATE app_user SET email_verified_at = NULL WHERE id = $1', [viewer.id]);
    expect((await ask(viewer.token)).errors[0]).toEqual({
      message: 'Please verify your email address first. Use the link in the email we sent you.',
      code: 'email_unverified',
    });
    await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [viewer.id]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(viewer.token)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await app.call('GET /user/profile', { as: viewer.token })).data.influencer_request).toEqual({
      influencer_request_authorized: false,
    });
    expect((await ask(viewer.token)).errors[0]).toEqual({
      message: 'Your request is being processed.',
      code: 'request_pending',
    });
  });

  test('an approved viewer gets the role and one email, also when two admins decide at the same moment', async () => {
    const viewer = await newViewer(app);
    const other = await newAdmin(app);
    expect((await authorize(viewer.id)).errors[0]?.code).toBe('request_decided');
    await ask(viewer.token);
    expect(
      (await requests()).data.requests.some(
        (row) => row.user.user_ide === viewer.id && row.user.user_email === viewer.email,
      ),
    ).toBe(true);
    const answers = await Promise.all([
      authorize(viewer.id),
      authorize(viewer.id, other.token),
      refuse(viewer.id, 'Too late'),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    const decided = (await app.call('GET /user/profile', { as: viewer.token })).data;
    await app.quiesce();
    const subjects = (await mailsTo(app, viewer.email)).map((mail) => mail.subject);
    expect(subjects).toEqual([
      decided.user_role === 1 ? 'You’re now an influencer' : 'Your request to become an influencer',
    ]);
    expect((await requests()).data.requests.some((row) => row.user.user_ide === viewer.id)).toBe(false);
  });

  test('a rejected viewer gets the reason by email and can request again', async () => {
    const viewer = await newViewer(app);
    await ask(viewer.token);
    expect((await refuse(viewer.id, '  ')).errors[0]).toMatchObject({ code: 'field_required', field: 'reason' });
    expect((await refuse(viewer.id, 'x'.repeat(501))).errors[0]).toMatchObject({
      code: 'reason_too_long',
      field: 'reason',
    });
    expect((await refuse(viewer.id, 'Tell us <b>more</b> first')).status).toBe(200);
    await app.quiesce();
    const [mail] = await mailsTo(app, viewer.email);
    expect(mail!.text).toContain('Tell us <b>more</b> first');
    expect(mail!.html).not.toContain('<b>more</b>');
    expect((await app.call('GET /user/profile', { as: viewer.token })).data).toMatchObject({
      user_role: 0,
      influencer_request: null,
    });
    expect((await ask(viewer.token)).status).toBe(200);
    expect((await authorize(viewer.id)).status).toBe(200);
    // A role is cached for two seconds.
    await app.clock.advance(seconds(3));
    expect((await app.call('GET /influencer/profile', { as: viewer.token })).errors).toEqual([]);
    expect((await ask(viewer.token)).errors[0]?.code).toBe('request_not_needed');
  });
});

describe('people', () => {
  test('people are found by part of a username or email address, and wildcards are characters', async () => {
    const found = await newViewer(app, { username: 'findable_one' });
    for (const q of ['indable_o', 'FINDABLE', 'findable_one@mail'])
      expect((await users(q)).data.users.map((user) => user.user_ide)).toEqual([found.id]);
    expect((await users('findable%one')).data.users).toEqual([]);
    expect((await users('')).data.users.length).toBeGreaterThan(1);
    expect((await users('findable')).data.users[0]).not.toHaveProperty('password_hash');
  });

  test('people come 50 to a page, and the next page continues there', async () => {
    await app.db.query(
      `INSERT INTO app_user (username, username_skeleton, email_norm)
       SELECT 'paged' || n, 'paged' || n, 'paged' || n || '@mail.test' FROM generate_series(1, 100) n`,
    );
    const first = await users('paged');
    expect(first.data.users).toHaveLength(50);
    const rest = await app.call('GET /admin/users', {
      as: admin.token,
      query: { q: 'paged', cursor: first.data.next_cursor! },
    });
    expect(rest.data.users).toHaveLength(50);
    expect(rest.data.next_cursor, 'none after a full last page').toBeNull();
  });

  test('people are sorted by when they joined, and filtered by role', async () => {
    const [first, last] = [await newViewer(app), await newHost(app)];
    await app.db.query("UPDATE app_user SET name = 'Sortable' WHERE id = ANY ($1)", [[first.id, last.id]]);
    const found = async (query: {
      sort?: 'newest' | 'oldest';
      role?: 'viewer' | 'influencer' | 'guest' | 'suspended';
    }) =>
      (await app.call('GET /admin/users', { as: admin.token, query: { q: 'Sortable', ...query } })).data.users.map(
        (user) => user.user_ide,
      );
    expect(await found({})).toEqual([last.id, first.id]);
    expect(await found({ sort: 'oldest' })).toEqual([first.id, last.id]);
    expect(await found({ role: 'viewer' })).toEqual([first.id]);
    expect(await found({ role: 'influencer' })).toEqual([last.id]);
    for (const role of ['guest', 'suspended'] as const) expect(await found({ role })).toEqual([]);
    const { data } = await app.call('GET /admin/users', { as: admin.token, query: { sort: 'oldest' } });
    const next = await app.call('GET /admin/users', {
      as: admin.token,
      query: { sort: 'oldest', cursor: data.next_cursor! },
    });
    expect(next.data.users[0]!.user_ide).toBeGreaterThan(data.users.at(-1)!.user_ide);
  });

  test('people get flags only as hosts, and keep massive streaming while an event needs it', async () => {
    const viewer = await newViewer(app);
    expect((await flags(viewer.id, true, false)).errors[0]?.code).toBe('hosts_flag_only');
    expect((await flags(999_999_999, true, false)).errors[0]).toEqual({
      message: 'User not found',
      code: 'user_not_found',
    });
    const host = await newHost(app);
    expect((await flags(host.id, true, true)).data).toMatchObject({
      influencer_advertising: true,
      influencer_massive_streaming: true,
    });
    expect((await app.call('GET /influencer/profile', { as: host.token })).data).toMatchObject({
      influencer_advertising: true,
      influencer_massive_streaming: true,
    });
    const event = await bareEvent(app.db, host.id);
    await app.db.query('UPDATE event SET kind = 1, capacity = 5000 WHERE id = $1', [event.id]);
    expect((await flags(host.id, true, false)).errors[0]?.code).toBe('massive_in_use');
    await app.db.query('UPDATE event SET capacity = 1000 WHERE id = $1', [event.id]);
    expect((await flags(host.id, false, false)).status).toBe(200);
    for (const over of [{}, { cancelled: 'host' }] as const) {
      expect((await flags(host.id, false, true)).status).toBe(200);
      await newEvent(app, host, { kind: 'broadcast', capacity: 5000, state: 'finished', ...over });
      expect((await flags(host.id, false, false)).status).toBe(200);
    }
    await expectInvariants(app);
  });
});

test('everything that app admins do is recorded in the audit log, which cannot be changed', async () => {
  const viewer = await newViewer(app);
  expect(await makeAdmin(app.db, ` ${viewer.email.toUpperCase()} `)).toBe(viewer.username);
  expect(await makeAdmin(app.db, viewer.email)).toBe(viewer.username);
  expect(await makeAdmin(app.db, 'nobody@mail.test')).toBeUndefined();
  const host = await newHost(app);
  await flags(host.id, true, false);
  await flags(host.id, true, false);
  const { entries } = (await audit()).data;
  expect(entries.slice(0, 2)).toMatchObject([
    {
      actor_username: admin.username,
      action: 'flags_changed',
      subject_username: host.username,
      details: { advertising: true, massive: false },
    },
    { actor_username: null, action: 'admin_made', subject_username: viewer.username },
  ]);
  await expect(app.db.query('DELETE FROM audit_log')).rejects.toThrow('append-only');
});

test('only the owner of an email address can become an app admin when several accounts have it', async () => {
  const viewer = await newViewer(app);
  const claims = (email: string, username: string) =>
    app.db.query('INSERT INTO app_user (username, username_skeleton, email_norm) VALUES ($1, $1, $2)', [
      username,
      email,
    ]);
  await claims(viewer.email, 'claimsadmin');
  expect(await makeAdmin(app.db, viewer.email)).toBe(viewer.username);
  await claims('unproven@mail.test', 'unprovenone');
  expect(await makeAdmin(app.db, 'unproven@mail.test')).toBe('unprovenone');
  await claims('unproven@mail.test', 'unproventwo');
  expect(await makeAdmin(app.db, 'unproven@mail.test')).toBeUndefined();
});
