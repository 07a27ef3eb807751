import { randomUUID } from 'node:crypto';
import { days, hours, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { addAccount, giveMoney, owed, passwordTyped, payoutsOf, requestPayout } from '../../../test/payouts.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const paidHost = async (minor = 2500, account = 'pays'): Promise<TestActor> => {
  const host = await newHost(app);
  await giveMoney(app, host, minor);
  await addAccount(app, host, account);
  return host;
};
const later = async (ms: number): Promise<void> => {
  await app.clock.advance(ms);
  await app.quiesce();
};
/** The latest first, without those about the account itself. */
const payoutMails = async (host: TestActor) =>
  (await mailsTo(app, host.email)).filter((mail) => mail.subject.startsWith('Your payout'));
const codeOf = ({ errors }: { errors: readonly { code: string }[] }) => errors[0]?.code;

test('nothing is paid out without money, an account, the minimum amount, or to anyone but a host', async () => {
  const host = await newHost(app);
  expect(codeOf(await requestPayout(app, host))).toBe('payout_none_available');
  await giveMoney(app, host, 250);
  expect(codeOf(await requestPayout(app, host))).toBe('payout_method_needed');
  await addAccount(app, host, 'pays');
  expect(codeOf(await requestPayout(app, host, { amount: 0.99 }))).toBe('payout_under_minimum');
  expect(codeOf(await requestPayout(app, host, { amount: 2.51 }))).toBe('payout_over_available');
  expect(codeOf(await requestPayout(app, host, { amount: 1.001 }))).toBe('bad_input');
  expect(codeOf(await requestPayout(app, host, { currency_code: 'XTS' }))).toBe('bad_input');
  expect((await requestPayout(app, await newViewer(app))).status).toBe(403);
  expect(await owed(app, host)).toBe(250);
});

test('yen are paid out without decimals, from 100 on, separately from euros', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await giveMoney(app, host, 4000, 'JPY');
  await addAccount(app, host, 'pays');
  const yen = (amount?: number) => requestPayout(app, host, { currency_code: 'JPY', ...(amount && { amount }) });
  const half = await yen(1500.5);
  expect(half.errors).toMatchObject([
    { code: 'bad_input', field: 'amount', message: 'Amounts in JPY have no decimals.' },
  ]);
  expect((await yen(99)).errors[0]?.message).toBe('The minimum payout is ¥100.');
  expect((await yen()).data.payout).toMatchObject({ amount: 4000, currency_code: 'JPY' });
  const methods = await app.call('GET /payouts/methods', { as: host.token });
  expect(methods.data.available).toEqual([
    { currency_code: 'EUR', amount: 25, minimum: 1 },
    { currency_code: 'JPY', amount: 0, minimum: 100 },
  ]);
  await app.quiesce();
  await later(seconds(5));
  expect((await payoutMails(host)).map((mail) => mail.subject)).toEqual(['Your payout of ¥4,000 was paid']);
});

test('a payout is requested, sent and paid, the host is emailed once, and the balance is reduced', async () => {
  const host = await paidHost(2500);
  const asked = await requestPayout(app, host, { amount: 20 });
  expect(asked.data.payout).toMatchObject({ state: 'requested', amount: 20, currency_code: 'EUR', account: 'pays' });
  expect(await owed(app, host)).toBe(500);
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'sent', sent_at: expect.any(Number), paid_at: null }]);
  expect(codeOf(await requestPayout(app, host))).toBe('payout_on_its_way');
  await later(seconds(5));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'paid', paid_at: expect.any(Number), ended_at: null }]);
  await later(days(30));
  const mails = await payoutMails(host);
  expect(mails.map((mail) => mail.subject)).toEqual(['Your payout of €20.00 was paid']);
  expect(await owed(app, host)).toBe(500);
  expect((await app.call('GET /payouts/methods', { as: host.token })).data.available).toEqual([
    { currency_code: 'EUR', amount: 5, minimum: 1 },
  ]);
});

test('a rejected payout fails, and its money is available for a new one', async () => {
  const host = await paidHost(2500, 'rejects');
  await requestPayout(app, host);
  await app.quiesce();
  await later(seconds(5));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'failed', reason: 'The account is closed.' }]);
  const german = { as: host.token, query: {}, headers: { 'content-language': 'de' } };
  const { payouts } = (await app.call('GET /payouts', german)).data;
  expect(payouts.map(({ reason }) => reason)).toEqual(['Das Konto ist aufgelöst.']);
  expect(await owed(app, host)).toBe(2500);
  await addAccount(app, host, 'pays');
  await requestPayout(app, host);
  await app.quiesce();
  await later(seconds(5));
  expect((await payoutsOf(app, host)).map(({ state }) => state)).toEqual(['paid', 'failed']);
  expect(await owed(app, host)).toBe(0);
  const [paid, failed] = await payoutMails(host);
  expect([paid?.subject, failed?.subject]).toEqual(['Your payout of €25.00 was paid', 'Your payout of €25.00 failed']);
  expect(failed?.text).toContain('back in your balance');
});

test('a payout returned days later credits the balance once', async () => {
  const host = await paidHost(2500, 'returns');
  const { payout } = (await requestPayout(app, host)).data;
  await app.quiesce();
  await later(seconds(5));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'paid' }]);
  await later(days(2));
  expect(await owed(app, host)).toBe(0);
  await later(days(2));
  expect(await payoutsOf(app, host)).toMatchObject([{ payout_uuid: payout.payout_uuid, state: 'returned' }]);
  await later(days(2));
  expect(await owed(app, host)).toBe(2500);
  expect((await payoutMails(host)).map((mail) => mail.subject)).toEqual([
    'Your payout of €25.00 was returned',
    'Your payout of €25.00 was paid',
  ]);
});

test('two concurrent requests pay once, and a key repeats its answer', async () => {
  const host = await paidHost(2500);
  const both = await Promise.all([requestPayout(app, host, { amount: 10 }), requestPayout(app, host, { amount: 10 })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await owed(app, host)).toBe(1500);
  await app.quiesce();
  await later(seconds(5));
  const key = randomUUID();
  const keyed = await Promise.all([1, 2, 3].map(() => requestPayout(app, host, { amount: 10 }, key)));
  expect(new Set(keyed.map(({ data }) => data.payout.payout_uuid)).size).toBe(1);
  expect(await owed(app, host)).toBe(500);
  expect(codeOf(await requestPayout(app, host, { amount: 5 }, key))).toBe('idempotency_key_reused');
});

test('an account in another name needs a confirmation, which is in the audit log', async () => {
  const host = await newHost(app);
  await passwordTyped(app, host);
  const body = { kind: 'sandbox', account: 'pays', holder_name: 'Somebody Else' } as const;
  const asked = await app.call('POST /payouts/methods', { as: host.token, body });
  expect([asked.status, codeOf(asked)]).toEqual([409, 'payout_name_differs']);
  expect(asked.errors[0]?.message).toContain(`in the name of Somebody Else, but your name here is ${host.username}`);
  const added = await app.call('POST /payouts/methods', { as: host.token, body: { ...body, confirm_name: true } });
  expect(added.data.method).toMatchObject({ holder_name: 'Somebody Else', is_default: true, state: 'ready' });
  const { entries } = (await app.call('GET /admin/audit_log', { as: admin.token })).data;
  expect(entries[0]).toMatchObject({
    action: 'payout_name_confirmed',
    actor_username: host.username,
    details: { holder: 'Somebody Else', account: 'pays' },
  });
});

test('an IBAN is checked, shown masked and stored encrypted, and the newest account is the default until another is chosen', async () => {
  const host = await newHost(app);
  await passwordTyped(app, host);
  const holder_name = `${host.username} Test`;
  const sepa = (account: string) =>
    app.call('POST /payouts/methods', { as: host.token, body: { kind: 'sepa', account, holder_name } });
  expect(codeOf(await sepa('DE89 3704 0044 0532 0130 01'))).toBe('payout_account_invalid');
  expect(codeOf(await sepa('EG380019000500000000263180002'))).toBe('payout_account_invalid');
  const iban = (await sepa('de89 3704 0044 0532 0130 00')).data.method;
  expect(iban).toMatchObject({ kind: 'sepa', account: 'DE •••• 3000' });
  const rows = await app.db.query<{ row: string }>('SELECT m::text AS row FROM payout_method m WHERE id = $1', [
    iban.method_uuid,
  ]);
  expect(rows[0]?.row).not.toContain('370400440532013000');
  const sandbox = await addAccount(app, host, 'pays');
  expect(await addAccount(app, host, 'pays')).toBe(sandbox);
  const methods = async () => (await app.call('GET /payouts/methods', { as: host.token })).data.methods;
  expect((await methods()).map((one) => [one.kind, one.is_default])).toEqual([
    ['sandbox', true],
    ['sepa', false],
  ]);
  const as = host.token;
  await app.call('POST /payouts/methods/default', { as, body: { method_uuid: iban.method_uuid } });
  expect((await methods())[0]).toMatchObject({ kind: 'sepa', is_default: true });
  await app.call('POST /payouts/methods/remove', { as, body: { method_uuid: iban.method_uuid } });
  expect(await methods()).toMatchObject([{ kind: 'sandbox', is_default: true }]);
  const stranger = await newHost(app);
  await passwordTyped(app, stranger);
  const other = stranger.token;
  for (const call of ['remove', 'default', 'check', 'link'] as const)
    expect(codeOf(await app.call(`POST /payouts/methods/${call}`, { as: other, body: { method_uuid: sandbox } }))).toBe(
      'payout_method_not_found',
    );
});

test('an account stays while a payout to it is on its way', async () => {
  const host = await paidHost();
  const { methods } = (await app.call('GET /payouts/methods', { as: host.token })).data;
  const body = { method_uuid: methods[0]!.method_uuid };
  await requestPayout(app, host);
  const refused = await app.call('POST /payouts/methods/remove', { as: host.token, body });
  expect(codeOf(refused)).toBe('payout_method_in_use');
  await app.quiesce();
  await later(seconds(5));
  expect((await app.call('POST /payouts/methods/remove', { as: host.token, body })).data.methods).toEqual([]);
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'paid', account: 'pays' }]);
});

test('payouts on hold are refused with the reason, waiting ones are not sent, and continue once released', async () => {
  const host = await paidHost();
  await requestPayout(app, host, { amount: 10 });
  const hold = { username: host.username, reason: 'We check a complaint.' };
  expect((await app.call('POST /admin/payouts/hold', { as: host.token, body: hold })).status).toBe(403);
  expect((await app.call('POST /admin/payouts/hold', { as: admin.token, body: hold })).status).toBe(200);
  await later(hours(2));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'requested' }]);
  const refused = await requestPayout(app, host);
  expect([codeOf(refused), refused.errors[0]?.message]).toEqual([
    'payouts_held',
    'Your payouts are on hold. Reason: “We check a complaint.”. Contact support if you have questions.',
  ]);
  const { holds } = (await app.call('GET /admin/payouts/holds', { as: admin.token })).data;
  expect(holds).toMatchObject([{ host_username: host.username, reason: hold.reason }]);
  const release = { username: host.username, reason: 'All is well.' };
  expect((await app.call('POST /admin/payouts/release', { as: admin.token, body: release })).status).toBe(200);
  expect(codeOf(await app.call('POST /admin/payouts/release', { as: admin.token, body: release }))).toBe(
    'payouts_not_held',
  );
  await app.quiesce();
  await later(seconds(5));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'paid' }]);
  const { entries } = (await app.call('GET /admin/audit_log', { as: admin.token })).data;
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'payouts_released', subject_username: host.username, details: { reason: 'All is well.' } },
    { action: 'payouts_held', subject_username: host.username, details: { reason: 'We check a complaint.' } },
  ]);
});

test('an automatic payout is made once a week if the balance reaches the host’s minimum', async () => {
  const host = await paidHost(2499);
  const set = (automatic: boolean, minimum?: number) =>
    app.call('POST /payouts/settings', { as: host.token, body: { currency_code: 'EUR', automatic, minimum } });
  expect(codeOf(await set(true, 0.5))).toBe('payout_under_minimum');
  expect((await set(true)).data.settings).toMatchObject([{ automatic: true, minimum: 25 }]);
  await later(days(8));
  expect(await payoutsOf(app, host)).toEqual([]);
  await giveMoney(app, host, 1);
  await later(days(1));
  expect(await payoutsOf(app, host)).toEqual([]);
  await later(days(6));
  expect(await payoutsOf(app, host)).toMatchObject([{ automatic: true, amount: 25 }]);
  await later(hours(1));
  await giveMoney(app, host, 9000);
  await later(days(5));
  await set(false);
  await later(days(20));
  expect((await payoutsOf(app, host)).map(({ amount }) => amount)).toEqual([25]);
});

test('an account with money due can be deleted only after it was paid out', async () => {
  const { id, token, email } = await signUp(app, 'leaver');
  await app.db.query("UPDATE app_user SET role = 1, name = 'leaver', surname = 'Test' WHERE id = $1", [id]);
  const host = { id, token, email, username: 'leaver' };
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'pays');
  const leave = () => app.call('POST /user/delete', { as: token, body: { password: signUpPassword } });
  const refused = await leave();
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    'You have €25.00 that has not been paid out. Request a payout, then delete your account once it has arrived.',
  ]);
  await requestPayout(app, host);
  expect(codeOf(await leave())).toBe('account_has_money');
  await app.quiesce();
  await later(seconds(5));
  expect((await leave()).status).toBe(200);
  const kept = await app.db.query('SELECT account_shown, method_id, status FROM payout WHERE host_id = $1', [id]);
  expect(kept).toEqual([{ account_shown: '', method_id: null, status: 'paid' }]);
});

test('an account with a payout on its way cannot be deleted, even if refunds have made the balance negative', async () => {
  const { id, token, email } = await signUp(app, 'debtor');
  await app.db.query("UPDATE app_user SET role = 1, name = 'debtor', surname = 'Test' WHERE id = $1", [id]);
  const host = { id, token, email, username: 'debtor' };
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'pays');
  await requestPayout(app, host);
  await giveMoney(app, host, -3000);
  const leave = () => app.call('POST /user/delete', { as: token, body: { password: signUpPassword } });
  expect(codeOf(await leave())).toBe('account_has_money');
  await app.quiesce();
  await later(seconds(5));
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'paid' }]);
  expect((await leave()).status).toBe(200);
});

test('a payout that returns after the account was deleted is an unclaimed balance until a person has paid it', async () => {
  const { id, token, email } = await signUp(app, 'returner');
  await app.db.query("UPDATE app_user SET role = 1, name = 'returner', surname = 'Test' WHERE id = $1", [id]);
  const host = { id, token, email, username: 'returner' };
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'returns');
  await requestPayout(app, host);
  await app.quiesce();
  await later(seconds(5));
  const list = async () => (await app.call('GET /admin/payouts/left', { as: admin.token })).data.left;
  expect((await app.call('POST /user/delete', { as: token, body: { password: signUpPassword } })).status).toBe(200);
  expect(await list()).toEqual([]);
  await later(days(4));
  const [left] = await list();
  expect(left).toMatchObject({
    amount: 25,
    currency_code: 'EUR',
    reason: 'The receiving bank returned the payment.',
  });
  const { host_username } = left!;
  const hold = () =>
    app.call('POST /admin/payouts/hold', { as: admin.token, body: { username: host_username, reason: 'Chargebacks' } });
  const canBeHeld = async () =>
    (await app.call('GET /admin/payouts', { as: admin.token, query: { q: host_username } })).data.payouts[0]!
      .can_be_held;
  const pay = (body: object = {}, as = admin) =>
    app.call('POST /admin/payouts/left', {
      as: as.token,
      body: { host_username, currency_code: 'EUR', amount: 25, reference: 'Bank transfer 17', ...body },
    });
  expect((await pay({}, await newHost(app))).status).toBe(403);
  expect(codeOf(await pay({ amount: 26 }))).toBe('left_money_changed');
  expect(codeOf(await pay({ host_username: (await paidHost()).username }))).toBe('payout_host_not_found');
  expect([(await hold()).status, codeOf(await pay()), await canBeHeld()]).toEqual([200, 'left_money_held', true]);
  await app.call('POST /admin/payouts/release', {
    as: admin.token,
    body: { username: host_username, reason: 'Nothing came' },
  });
  const both = await Promise.all([pay(), pay()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await list(), await owed(app, host)]).toEqual([[], 0]);
  const { entries } = (await app.call('GET /admin/audit_log', { as: admin.token })).data;
  expect(entries[0]).toMatchObject({ action: 'left_money_paid', details: { reference: 'Bank transfer 17' } });
  expect([codeOf(await hold()), await canBeHeld()], 'nothing is left to hold').toEqual(['payouts_host_deleted', false]);
});

const moderate = (call: 'suspend' | 'restore', { id }: TestActor) =>
  app.call(`POST /admin/users/${call}`, { as: admin.token, body: { user_ide: id, reason: 'Looking into reports' } });
const suspendedHost = async (minor: number): Promise<TestActor> => {
  const host = await paidHost(minor);
  expect((await moderate('suspend', host)).status).toBe(200);
  return host;
};
const unclaimedOf = async ({ username }: TestActor) =>
  (await app.call('GET /admin/payouts/left', { as: admin.token })).data.left.filter(
    ({ host_username }) => host_username === username,
  );
const paidByHand = ({ username }: TestActor, amount: number, key: string = randomUUID()) =>
  app.call('POST /admin/payouts/left', {
    as: admin.token,
    body: { host_username: username, currency_code: 'EUR', amount, reference: 'Bank transfer 18' },
    headers: { 'idempotency-key': key },
  });

test('the balance of a suspended host, who can request no payout, is paid by a person, but not once the host is restored', async () => {
  const [host, restored] = [await suspendedHost(1200), await suspendedHost(700)];
  expect(await unclaimedOf(restored)).toMatchObject([{ amount: 7, suspended: true }]);
  await moderate('restore', restored);
  expect(await unclaimedOf(host)).toMatchObject([{ amount: 12, suspended: true, reason: null, held: null }]);
  expect(codeOf(await paidByHand(restored, 7))).toBe('payout_host_not_found');
  expect((await paidByHand(host, 12)).status).toBe(200);
  expect([await unclaimedOf(host), await owed(app, host), await owed(app, restored)]).toEqual([[], 0, 700]);
});

test('what was paid to a suspended host is recorded once, although the balance has grown since', async () => {
  const host = await suspendedHost(1000);
  await giveMoney(app, host, 400);
  const key = randomUUID();
  expect((await paidByHand(host, 10, key)).status).toBe(200);
  expect((await paidByHand(host, 10, key)).status).toBe(200);
  expect([await owed(app, host), await unclaimedOf(host)]).toMatchObject([400, [{ amount: 4 }]]);
  expect(codeOf(await paidByHand(host, 4.01))).toBe('left_money_changed');
});

test('nobody pays a suspended host by hand whose payouts are on hold, or who is paid every week', async () => {
  const [held, weekly] = [await paidHost(1200), await paidHost(3000)];
  await app.call('POST /admin/payouts/hold', {
    as: admin.token,
    body: { username: held.username, reason: 'Chargebacks expected' },
  });
  await app.call('POST /payouts/settings', { as: weekly.token, body: { currency_code: 'EUR', automatic: true } });
  for (const host of [held, weekly]) await moderate('suspend', host);
  expect(await unclaimedOf(held)).toMatchObject([{ held: 'Chargebacks expected' }]);
  expect(await unclaimedOf(weekly)).toEqual([]);
  expect(codeOf(await paidByHand(held, 12))).toBe('left_money_held');
  expect(codeOf(await paidByHand(weekly, 30))).toBe('left_money_weekly');
  expect([await owed(app, held), await owed(app, weekly)]).toEqual([1200, 3000]);
});
