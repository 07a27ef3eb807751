import { days, seconds } from '@frontrow/core/kernel/instant.ts';
import { expect, test } from 'vitest';
import { newAdmin } from '../../../test/actors.ts';
import { contractOf, type Exchange } from '../../../test/contracts/contract.ts';
import { startFakePaypal } from '../../../test/fake-paypal.ts';
import { type FakeStripe, startFakeStripe } from '../../../test/fake-stripe.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { sandboxSignatureHeader, sandboxSignatures } from '../payment-sandbox/signatures.ts';
import { paypalPayouts } from './paypal-payouts.ts';
import { payoutsSuite } from './payouts.suite.ts';
import { stripeConnect } from './stripe-connect.ts';
import { silentLog } from '../../ports/log.ts';

const atStripe: Exchange[] = [];
const atPaypal: Exchange[] = [];
const stripes: FakeStripe[] = [];
const sumOf = async (app: TestApp, sql: string, payoutId: string): Promise<number> =>
  (await app.db.one<{ minor: number }>(sql, [payoutId]))?.minor ?? 0;
/** The books of these banks have no payout of ours behind them here. */
const apart = { P04: 'the suite sends without a payout' };

payoutsSuite('sandbox', true, async () => {
  const app = await testApp({ apart });
  const signatures = sandboxSignatures(app.kit.config.secret, app.clock);
  return {
    bank: app.kit.payoutBanks.sandbox!,
    typed: 'pays',
    masked: /^pays$/,
    wrong: 'keeps',
    refusing: 'rejects',
    returning: 'returns',
    arrive: () => app.clock.advance(seconds(3)),
    refuse: () => app.clock.advance(seconds(3)),
    comeBack: () => app.clock.advance(days(3)),
    left: (payoutId) =>
      sumOf(
        app,
        `SELECT coalesce(sum(amount_minor), 0)::bigint AS minor FROM sandbox_bank_transfer
         WHERE payout_id = $1 AND status IN ('accepted', 'paid')`,
        payoutId,
      ),
    webhook(payoutId) {
      const rawBody = JSON.stringify({ id: 'evt_1', type: 'payout.paid', object: payoutId });
      return { rawBody, headers: { [sandboxSignatureHeader]: signatures.webhookHeader(rawBody) } };
    },
    close: () => app.close(),
  };
});

payoutsSuite('sepa', false, async () => {
  const app = await testApp();
  const admin = await newAdmin(app);
  const files = app.kit.sepaFiles!;
  const unrecorded = async () => undefined;
  const mark = async (payoutId: string, status: 'executed' | 'rejected' | 'returned') => {
    await files.make(admin.id, unrecorded);
    const reason = status === 'executed' ? undefined : 'AC04: the account is closed';
    await files.mark({ payoutId, status, reason }, unrecorded);
  };
  return {
    bank: app.kit.payoutBanks.sepa!,
    typed: 'nl91 abna 0417 1643 00',
    masked: /^NL •••• 4300$/,
    wrong: 'NL91ABNA0417164301',
    arrive: (payoutId) => mark(payoutId, 'executed'),
    refuse: (payoutId) => mark(payoutId, 'rejected'),
    comeBack: (payoutId) => mark(payoutId, 'returned'),
    left: (payoutId) =>
      sumOf(
        app,
        `SELECT coalesce(sum(amount_minor), 0)::bigint AS minor FROM sepa_line
         WHERE payout_id = $1 AND status IN ('in_file', 'executed')`,
        payoutId,
      ),
    close: () => app.close(),
  };
});

payoutsSuite('stripe', true, async () => {
  const fake = await startFakeStripe(Date.now, atStripe);
  stripes.push(fake);
  const during = async (mode: 'down' | 'lost', work: () => Promise<unknown>): Promise<unknown> => {
    fake.mode = mode;
    return work().finally(() => void (fake.mode = 'up'));
  };
  return {
    bank: stripeConnect({
      secretKey: 'sk_test_1',
      webhookSecret: fake.webhookSecret,
      installation: 'test',
      log: silentLog,
      at: fake,
    }),
    typed: 'DE',
    masked: /^•••• \w{4}$/,
    wrong: 'Germany',
    finish: (account) => fake.connect.finish(account),
    arrive: async (payoutId) => fake.connect.decide(payoutId, 'paid'),
    refuse: async (payoutId) => fake.connect.decide(payoutId, 'failed'),
    comeBack: async (payoutId) => fake.connect.decide(payoutId, 'failed'),
    left: async (payoutId) => fake.connect.leftFor(payoutId),
    down: (work) => during('down', work),
    lost: (work) => during('lost', work),
    webhook: (payoutId) => fake.connectWebhook({ type: 'payout.paid', payoutId }),
    close: () => fake.close(),
  };
});

payoutsSuite('paypal', true, async () => {
  const fake = await startFakePaypal(atPaypal);
  const settings = { clientId: 'id', clientSecret: 'secret', live: false };
  const during = async (mode: 'down' | 'lost', work: () => Promise<unknown>): Promise<unknown> => {
    fake.mode = mode;
    return work().finally(() => void (fake.mode = 'up'));
  };
  return {
    bank: paypalPayouts({ settings, webhookId: 'WH1', installation: 'test', log: silentLog, at: fake.origin }),
    typed: 'Robin@Mail.test',
    masked: /^r••••@mail\.test$/,
    wrong: 'robin',
    arrive: async (payoutId) => fake.payouts.decide(payoutId, 'SUCCESS'),
    refuse: async (payoutId) => fake.payouts.decide(payoutId, 'FAILED'),
    comeBack: async (payoutId) => fake.payouts.decide(payoutId, 'REVERSED'),
    left: async (payoutId) => {
      const batch = fake.payouts.batches.get(payoutId);
      return batch && ['PENDING', 'SUCCESS'].includes(batch.status) ? batch.cents : 0;
    },
    down: (work) => during('down', work),
    lost: (work) => during('lost', work),
    webhook: (payoutId) => fake.payoutWebhook(payoutId),
    close: () => fake.close(),
  };
});

test('Stripe’s requirements are told in words, and a finished account is ready', async () => {
  const fake = await startFakeStripe(Date.now, atStripe);
  const bank = stripeConnect({
    secretKey: 'sk_test_1',
    webhookSecret: undefined,
    installation: 'test',
    log: silentLog,
    at: fake,
  });
  const opened = await bank.openAccount({ hostId: 1, account: '', holderName: 'x', email: undefined });
  expect(opened).toMatchObject({
    state: 'needs_information',
    requirements: [
      'The bank account that the money goes to.',
      'Your date of birth.',
      'Your agreement to the terms of Stripe.',
    ],
  });
  expect(await bank.link(opened.account, 'http://localhost:3000/back')).toContain(opened.account);
  const refused = await bank.send({
    payoutId: '0b4a7c3e-0000-4000-8000-000000000001',
    account: opened.account,
    holderName: 'x',
    amountMinor: 100,
    currency: 'EUR',
  });
  expect(refused).toMatchObject({ status: 'failed', reason: 'The account cannot receive transfers.' });
  fake.connect.finish(opened.account);
  expect(await bank.standing(opened.account)).toEqual({ state: 'ready', requirements: [], currencies: ['EUR'] });
  expect(await bank.standing('acct_nobody')).toMatchObject({ state: 'refused' });
  await fake.close();
});

test('all that was asked and answered about payouts is valid by the published contracts', () => {
  const [paypal, stripe] = [contractOf('paypal'), contractOf('stripe')];
  expect([...new Set(atPaypal.flatMap((one) => paypal.faults(one)))]).toEqual([]);
  expect([...new Set(atStripe.flatMap((one) => stripe.faults(one)))]).toEqual([]);
  const said = stripes.flatMap(({ events }) => events.map(({ data }) => data.object));
  expect(said.length).toBeGreaterThan(0);
  expect(said.flatMap((one) => stripe.faultsOf(one.object, one))).toEqual([]);
  const asked = new Set([...atPaypal.map((one) => paypal.callOf(one)), ...atStripe.map((one) => stripe.callOf(one))]);
  const calls = [...paypal.calls, ...stripe.calls].filter((call) => /account|transfer|payout/.test(call));
  expect(calls.filter((call) => !asked.has(call))).toEqual([]);
});
