import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { silentLog } from '../../ports/log.ts';
import { freePort } from '../../process/embedded/free-port.ts';
import { stripeConnect } from '../payouts/stripe-connect.ts';
import { stripeCards } from './stripe.ts';
import { webhooksAtStripe } from './stripe-webhooks.ts';

/** Stripe's own check of requests against its OpenAPI file of 2026-08-26. */
const version = 'v0.203.0';
const secretKey = 'sk_test_123';

/** Builds and starts stripe-mock, with a relay in front that notes how each request was answered. */
async function startStripeMock() {
  const folder = await mkdtemp(join(tmpdir(), 'frontrow-stripe-mock-'));
  const built = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${version}`], {
    env: { ...process.env, GOBIN: folder, GOFLAGS: '-modcacherw' },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`stripe-mock needs Go to be built: ${built.stderr ?? built.error}`);
  const port = await freePort('127.0.0.1');
  const child = spawn(join(folder, 'stripe-mock'), ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const asked: { kind: string; status: number; answer: string }[] = [];
  const relay = createServer((request, response) => {
    void (async () => {
      const body = await textOf(request);
      const { method = 'GET', url = '/' } = request;
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) =>
          /^(authorization|content-type|stripe-|idempotency)/.test(name),
        ),
      ) as Record<string, string>;
      const answer = await fetch(`${origin}${url}`, { method, headers, ...(body !== '' && { body }) });
      const text = await answer.text();
      asked.push({ kind: `${method} ${new URL(url, origin).pathname}`, status: answer.status, answer: text });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  await until('stripe-mock answers', answers);
  return {
    at: { host: '127.0.0.1', port: (relay.address() as AddressInfo).port },
    asked,
    async close() {
      relay.closeAllConnections();
      relay.close();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

let mock: Awaited<ReturnType<typeof startStripeMock>>;
beforeAll(async () => void (mock = await startStripeMock()), 600_000);
afterAll(() => mock.close());

/** What it answers is an example without our ids, which an adapter may refuse: only the request is looked at here. */
const ignoringAnswers = (calls: readonly (() => Promise<unknown>)[]) =>
  Promise.all(calls.map((call) => call().catch(() => undefined)));
const refusedOnes = () => mock.asked.filter(({ status }) => status !== 200);

test('every request about cards is valid by Stripe’s own contract', async () => {
  const settings = { secretKey, publishableKey: 'pk_test_123', webhookSecret: 'whsec_1' };
  const cards = stripeCards({ settings, installation: 'test', log: silentLog, at: mock.at });
  const now = Date.now();
  const times = { from: now - 1_000, to: now, after: undefined };
  const charge = {
    paymentId: randomUUID(),
    orderId: randomUUID(),
    amountMinor: 1310,
    currency: 'EUR',
    source: { token: 'tok_visa' },
    customer: 'cus_1',
    remember: true,
    returnUrl: 'https://frontrow.test/back',
    description: 'A ticket',
  };
  mock.asked.length = 0;
  await ignoringAnswers([
    () => cards.customer({ userId: 1, known: undefined }),
    () => cards.forgetCustomer('cus_1'),
    () => cards.forgetCard('pm_1'),
    () => cards.fingerprint({ token: 'tok_1Visa' }),
    () => cards.fingerprint({ method: 'pm_1' }),
    () => cards.saveCard({ setupId: randomUUID(), customer: 'cus_1', token: 'tok_visa', returnUrl: charge.returnUrl }),
    () => cards.cardSetup('seti_1'),
    () => cards.charge(charge),
    () => cards.charge({ ...charge, paymentId: randomUUID(), source: { method: 'pm_1' }, remember: false }),
    () => cards.intent('pi_1'),
    () => cards.findByPayment(charge.paymentId, now),
    () => cards.cancel('pi_1'),
    () =>
      cards.refund({ refundId: randomUUID(), captureRef: 'ch_1', amountMinor: 1, currency: 'EUR', askedBefore: true }),
    () => cards.refundOf('re_1'),
    () => cards.refundsOf('ch_1'),
    () => cards.dispute('dp_1'),
    () => cards.disputesOf('ch_1'),
    () => cards.disputeBooks!.read({ ...times, after: 'dp_1' }),
    () => cards.books.read({ ...times, after: 'txn_1' }),
    () => webhooksAtStripe(secretKey, mock.at),
  ]);
  expect(refusedOnes()).toEqual([]);
  expect(new Set(mock.asked.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(17);
});

test('every request about payouts is valid by Stripe’s own contract', async () => {
  const bank = stripeConnect({
    secretKey,
    webhookSecret: undefined,
    installation: 'test',
    log: silentLog,
    at: mock.at,
  });
  const now = Date.now();
  const order = { payoutId: randomUUID(), account: 'acct_1', holderName: 'x', amountMinor: 1730, currency: 'EUR' };
  mock.asked.length = 0;
  await ignoringAnswers([
    () => bank.openAccount({ hostId: 1, account: 'DE', holderName: 'x', email: 'x@mail.test' }),
    () => bank.standing('acct_1'),
    () => bank.link('acct_1', 'https://frontrow.test/back'),
    () => bank.send(order),
    () => bank.look('acct_1/po_1', order.payoutId),
    () => bank.books!.read({ from: now - 1_000, to: now, after: 'tr_1' }),
  ]);
  expect(refusedOnes()).toEqual([]);
  expect(new Set(mock.asked.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
});

test('a parameter that Stripe does not know is noticed', async () => {
  const answer = await fetch(`http://${mock.at.host}:${mock.at.port}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'charge=ch_1&colour=blue',
  });
  expect(answer.status).toBe(400);
});
