import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { whileHeld } from '../../../test/interleaving.ts';
import { mailsTo } from '../../../test/mails.ts';
import { onAnotherDevice, type SignedUp, signUp, signUpPassword } from '../../../test/sign-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const newHost = async (): Promise<SignedUp> => {
  const host = await signUp(app, 'guarded');
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  return host;
};
const add = async (as: string, account = 'pays', password?: string) => {
  const body = {
    kind: 'sandbox',
    account,
    holder_name: 'Lia Stern',
    ...(password !== undefined && { password }),
  } as const;
  const { status, errors, data } = await app.call('POST /payouts/methods', { as, body });
  return status === 200 ? data.method.method_uuid : errors[0]!.code;
};
const choose = async (as: string, method_uuid: string, password?: string) => {
  const body = { method_uuid, ...(password !== undefined && { password }) };
  const { status, errors } = await app.call('POST /payouts/methods/default', { as, body });
  return status === 200 ? 'chosen' : errors[0]!.code;
};
const link = async (as: string, method_uuid: string, password?: string) => {
  const body = { method_uuid, ...(password !== undefined && { password }) };
  const { status, errors } = await app.call('POST /payouts/methods/link', { as, body });
  return status === 200 ? 'linked' : errors[0]!.code;
};
const methods = async (as: string) => (await app.call('GET /payouts/methods', { as })).data.methods;
const subjects = async (host: SignedUp) => {
  await app.quiesce();
  return (await mailsTo(app, host.email)).map(({ subject }) => subject).filter((one) => one.includes('payout'));
};
const uuid = /^[0-9a-f-]{36}$/;

test('a session without a typed password can neither add nor choose a payout account', async () => {
  const host = await newHost();
  const first = await add(host.token);
  const second = await add(host.token, 'returns');
  await app.clock.advance(minutes(14));
  // Refreshing is no log-in.
  const renewed = await app.call('POST /auth/refresh', { body: { refresh_token: host.refresh } });
  const as = renewed.data.access_token;
  expect(await choose(as, second)).toBe('chosen');
  await app.clock.advance(minutes(1));
  expect(await add(as, 'rejects')).toBe('password_needed');
  expect(await choose(as, first)).toBe('password_needed');
  // At its provider an account may get another bank.
  expect(await link(as, first)).toBe('password_needed');
  expect(await add(as, 'rejects', 'Wrong1234')).toBe('password_wrong');
  expect(await choose(as, first, '')).toBe('password_wrong');
  expect((await methods(as)).map((one) => [one.method_uuid, one.is_default])).toEqual([
    [second, true],
    [first, false],
  ]);
  // Another device of the same person proves nothing for this one.
  await onAnotherDevice(app, host);
  expect(await choose(as, first)).toBe('password_needed');
  const { errors } = await app.call('POST /payouts/methods/default', { as, body: { method_uuid: first } });
  expect(errors[0]).toMatchObject({ field: 'password', message: expect.stringContaining('enter your password again') });
});

test('a typed password is enough for a quarter of an hour, in that session', async () => {
  const host = await newHost();
  await app.clock.advance(minutes(20));
  const renewed = await app.call('POST /auth/refresh', { body: { refresh_token: host.refresh } });
  const as = renewed.data.access_token;
  const first = await add(as, 'pays', signUpPassword);
  expect(first).toMatch(uuid);
  expect(await add(as, 'returns')).toMatch(uuid);
  expect(await choose(as, first)).toBe('chosen');
  expect(await link(as, first)).toBe('linked');
});

test('a session from a link or a social provider must type the password, and an account without one learns how to set it', async () => {
  const host = await newHost();
  await app.db.query('UPDATE refresh_token SET password_at = NULL WHERE user_id = $1', [host.id]);
  expect(await add(host.token)).toBe('password_needed');
  await app.db.query('UPDATE app_user SET password_hash = NULL WHERE id = $1', [host.id]);
  expect(await add(host.token)).toBe('password_missing');
  expect(await add(host.token, 'pays', '')).toBe('password_wrong');
});

test('the host is emailed once about an account that is added and one that becomes the default', async () => {
  const host = await newHost();
  const first = await add(host.token);
  expect(await add(host.token)).toBe(first);
  expect(await choose(host.token, first)).toBe('chosen');
  expect(await subjects(host)).toEqual(['A payout account was added']);
  const second = await add(host.token, 'returns');
  await choose(host.token, first);
  await app.quiesce();
  await app.call('POST /payouts/methods/remove', { as: host.token, body: { method_uuid: first } });
  expect(await methods(host.token)).toMatchObject([{ method_uuid: second, is_default: true }]);
  expect((await subjects(host)).toSorted()).toEqual([
    'A payout account was added',
    'A payout account was added',
    'Your default payout account was changed',
    'Your default payout account was changed',
  ]);
  const [mail] = await mailsTo(app, host.email);
  expect(mail?.text).toContain('returns (Lia Stern)');
  expect(mail?.text).toContain('If this wasn’t you');
});

test('a method can be added while the default one is being removed', async () => {
  const host = await newHost();
  const [kept, removed] = [await add(host.token), await add(host.token, 'returns')];
  let adding: Promise<string> | undefined;
  const { status } = await whileHeld(
    app,
    'SELECT 1 FROM payout_method WHERE id = $1 FOR UPDATE',
    kept,
    () => app.call('POST /payouts/methods/remove', { as: host.token, body: { method_uuid: removed } }),
    async () => {
      adding = add(host.token, 'rejects');
      await until('both wait', async () => {
        const waiting = await app.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting.length === 2;
      });
    },
  );
  const added = await adding;
  expect([status, added]).toEqual([200, expect.stringMatching(uuid)]);
  const left = (await methods(host.token)).map(({ method_uuid: id, is_default: isDefault }) => [id, isDefault]);
  expect(left).toEqual([
    [added, true],
    [kept, false],
  ]);
});
