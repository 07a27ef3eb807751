import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeStripe, startFakeStripe } from '../../../test/fake-stripe.ts';
import { heardLog } from '../../../test/captured-log.ts';
import type { Payouts } from '../../ports/payouts.ts';
import { stripeConnect } from './stripe-connect.ts';

let fake: FakeStripe;
let bank: Payouts;
const log = heardLog();
beforeAll(async () => {
  fake = await startFakeStripe();
  bank = stripeConnect({ secretKey: 'sk_test_1', webhookSecret: undefined, installation: 'one', log, at: fake });
});
afterAll(() => fake.close());

async function open(country: string, hostId = 1): Promise<string> {
  const { account } = await bank.openAccount({ hostId, account: country, holderName: 'x', email: 'x@mail.test' });
  fake.connect.finish(account);
  return account;
}
const order = (account: string, currency = 'EUR') => ({
  payoutId: randomUUID(),
  account,
  holderName: 'x',
  amountMinor: 1730,
  currency,
});

test('an account is paid in the currencies of its banks, and nothing is sent in another one', async () => {
  const opened = await bank.openAccount({ hostId: 4, account: 'GB', holderName: 'x', email: undefined });
  expect(opened.currencies).toEqual(['GBP']);
  fake.connect.finish(opened.account);
  const euros = order(opened.account);
  expect(await bank.send(euros)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('paid in GBP only'),
  });
  expect(fake.connect.leftFor(euros.payoutId)).toBe(0);
  expect(fake.connect.transfers.size).toBe(0);
  expect(await bank.send(order(opened.account, 'GBP'))).toMatchObject({ status: 'sent' });
  fake.connect.addBank(opened.account, 'eur');
  expect((await bank.standing(opened.account)).currencies).toEqual(['GBP', 'EUR']);
  expect(await bank.send(order(opened.account))).toMatchObject({ status: 'sent' });
});

test.each([
  [403, { type: 'invalid_request_error', message: 'The key does not have the required permissions.' }],
  [400, { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Too little money.' }],
  [400, { type: 'invalid_request_error', code: 'parameter_unknown', param: 'x', message: 'Unknown parameter.' }],
  [401, { type: 'invalid_request_error', message: 'Invalid API key.' }],
])('a fault of our own key or request with %i is not the host’s: %o', async (status, error) => {
  const account = await open('DE');
  const sent = order(account);
  log.lines.length = 0;
  fake.refuseNext = { status, error };
  await expect(bank.send(sent)).rejects.toMatchObject({ code: 'payout_unavailable' });
  expect(log.lines[0]?.fields).toMatchObject({ status, requestId: 'req_fake' });
  expect(await bank.send(sent)).toMatchObject({ status: 'sent' });
});

test('a no about the host’s account is definite, and the money is back', async () => {
  const account = await open('DE');
  const sent = order(account);
  fake.refuseNext = {
    status: 400,
    error: { type: 'invalid_request_error', code: 'account_closed', message: 'The account is closed.' },
  };
  expect(await bank.send(sent)).toMatchObject({ status: 'failed', reason: 'The account is closed.' });
});

test('an account that our key may not read is not called refused', async () => {
  const account = await open('DE');
  const limited = { status: 403, error: { type: 'invalid_request_error', message: 'No such permission.' } };
  fake.refuseReads = limited;
  await expect(bank.standing(account)).rejects.toMatchObject({ code: 'payout_unavailable' });
  fake.refuseReads = undefined;
  expect(await bank.standing('acct_nobody')).toMatchObject({ state: 'refused' });
});

test('a host with another email address can open an account on the same day', async () => {
  const wish = { hostId: 9, account: 'DE', holderName: 'x', email: 'old@mail.test' };
  const first = await bank.openAccount(wish);
  expect((await bank.openAccount(wish)).account).toBe(first.account);
  const second = await bank.openAccount({ ...wish, email: 'new@mail.test' });
  expect(second.account).not.toBe(first.account);
});

test('wrong input is refused at its field, and a fault of the platform at none', async () => {
  const wish = { hostId: 11, account: 'XX', holderName: 'x', email: undefined };
  fake.refuseNext = { status: 400, error: { type: 'invalid_request_error', param: 'country', message: 'No XX.' } };
  await expect(bank.openAccount(wish)).rejects.toMatchObject({ code: 'payout_account_invalid', field: 'account' });
  fake.refuseNext = {
    status: 400,
    error: { type: 'invalid_request_error', message: 'You can only create accounts if you signed up for Connect.' },
  };
  await expect(bank.openAccount(wish)).rejects.toMatchObject({ code: 'payout_unavailable', field: undefined });
});

test('every key names the installation', async () => {
  fake.asked.length = 0;
  const sent = order(await open('DE', 12));
  await bank.send(sent);
  fake.connect.decide(sent.payoutId, 'failed');
  await bank.send(sent);
  const keys = fake.asked.flatMap(({ key }) => key ?? []);
  expect(keys.length).toBe(4);
  expect(keys.filter((key) => !key.startsWith('one:'))).toEqual([]);
});
