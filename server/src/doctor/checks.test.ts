import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, testApp, type TestApp } from '../../test/harness.ts';
import { startEngine, type TestEngine } from '../../test/live-engine.ts';
import { type FakePaypal, startFakePaypal } from '../../test/fake-paypal.ts';
import { type FakeStripe, startFakeStripe } from '../../test/fake-stripe.ts';
import { startPooler } from '../../test/pooler.ts';
import { startRedis } from '../../test/redis.ts';
import { webhooksAtStripe } from '../adapters/card-payments/stripe-webhooks.ts';
import { pingRedis } from '../adapters/rate-counters/ping-redis.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { diskStorage } from '../adapters/storage/disk/disk-storage.ts';
import { chooseVideo } from '../adapters/choose-adapters.ts';
import { webhooksAtPaypal } from '../adapters/wallet-payments/paypal-webhooks.ts';
import { silentLog } from '../ports/log.ts';
import type { Config } from '../process/config.ts';
import { type Check, lookAt } from './check.ts';
import { checkDatabase } from './check-database.ts';
import { checkEngine } from './check-engine.ts';
import { checksOf } from './checks.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let live: TestEngine;
let stripe: FakeStripe;
let paypal: FakePaypal;
beforeAll(async () => {
  [app, database, live] = await Promise.all([testApp(), freshDatabase(), startEngine()]);
  [stripe, paypal] = await Promise.all([startFakeStripe(), startFakePaypal()]);
  pooler = await startPooler(database.url, 3);
});
afterAll(async () => {
  await pooler.stop();
  await Promise.all([stripe.close(), paypal.close(), app.close(), database.drop(), live.stop()]);
});

const nowhere = '127.0.0.1:1';
const look = async (check: Check): Promise<string> => {
  const [finding] = await lookAt([check], () => undefined);
  return `${finding?.is}: ${finding?.says}`;
};

test('the database: good, not there, and a pooler that no one named', async () => {
  const ask = (databaseUrl: string | undefined, databaseDirectUrl?: string, databaseReadUrl?: string) =>
    look(checkDatabase({ databaseUrl, databaseDirectUrl, databaseMigrationUrl: undefined, databaseReadUrl }));
  expect(await ask(database.url)).toMatch(
    /^good: PostgreSQL 18\S* answers and tells news\. The schema is up to date\./,
  );
  expect(await ask(pooler.url, database.url)).toMatch(/^good: /);
  expect(await ask(pooler.url)).toBe(
    'bad: News would not be heard there: set DATABASE_DIRECT_URL to PostgreSQL itself, past the pooler.',
  );
  expect(await ask(`postgres://me:secret@${nowhere}/x`)).toBe(
    'bad: DATABASE_URL cannot be used (ECONNREFUSED): check the address, the password and the firewall.',
  );
  expect(await ask(database.url, undefined, database.url)).toBe(
    'bad: DATABASE_READ_URL is no replica: name one that follows DATABASE_URL.',
  );
  expect(await ask(undefined)).toMatch(/^not set: DATABASE_URL is not set/);
});

test('the engine: a picture arrives in a real room; with another secret none opens', async () => {
  const { url, apiKey, apiSecret } = live.engine;
  const video = (secret: string) =>
    chooseVideo({
      config: { ...app.kit.config, livekit: { url, apiKey, apiSecret: secret } },
      clock: systemClock,
      log: silentLog,
      videoEngine: undefined,
    });
  const right = video(apiSecret);
  expect(await look(checkEngine(right, undefined))).toMatch(/^good: A room was opened, a picture arrived there/);
  expect(await right.rooms()).toEqual([]);
  expect(await look(checkEngine(video('s'.repeat(40)), undefined))).toMatch(/^bad: LIVEKIT_URL does not open a room/);
});

const paypalAccess = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH1', live: false };
const partsOf = (config: Partial<Config>, more: Partial<TestApp['kit']> = {}, mailTo?: string) => {
  const needs = {
    ...app.kit,
    pingRedis,
    webhooksAtStripe: () => webhooksAtStripe('sk_test_x', stripe),
    webhooksAtPaypal: () => webhooksAtPaypal(paypalAccess, paypal.origin),
    ...more,
    config: { ...app.kit.config, ...config },
  };
  const checks = checksOf(needs, mailTo);
  return (part: string) => look(checks.find((check) => check.part === part)!);
};

test('Redis is good if it answers, bad if it does not, and not set without its address', async () => {
  const redis = await startRedis();
  expect(await partsOf({ redisUrl: redis.url })('Redis')).toBe('good: It answers.');
  await redis.kill();
  expect(await partsOf({ redisUrl: redis.url })('Redis')).toMatch(/^bad: REDIS_URL cannot be used \(ECONNREFUSED\)/);
  expect(await partsOf({})('Redis')).toMatch(/^not set: /);
});

test('the storage is good if a file is kept and deleted, and bad if its folder cannot be written', async () => {
  expect(await partsOf({})('storage')).toBe('good: A file was kept on the disk and deleted.');
  expect(await partsOf({}, { storage: diskStorage(join(import.meta.filename, 'home')) })('storage')).toMatch(
    /^bad: A file could not be kept .* FRONTROW_HOME is writable\.$/,
  );
});

test('mail is good if a test email is taken, bad if it is refused, and not set if none was sent', async () => {
  const smtp = { smtpUrl: `smtp://${nowhere}` };
  expect(await partsOf(smtp, {}, 'me@mail.test')('mail')).toMatch(
    /^good: The mail server accepted a test email to me@mail\.test/,
  );
  const refuses = { state: () => 'down' as const, send: () => Promise.reject(new Error('no')) };
  expect(await partsOf(smtp, { mail: refuses }, 'me@mail.test')('mail')).toMatch(/^bad: SMTP_URL took no letter/);
  expect(await partsOf(smtp)('mail')).toMatch(/^not set: Nothing was sent\. To send a test email/);
});

test('a payment provider is good with a key that it takes, bad with another, and not set without one', async () => {
  const settings = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' };
  const url = `${app.kit.config.publicUrl}/api/webhooks/stripe`;
  stripe.endpoints.push({ url, enabled_events: ['*'], status: 'enabled' });
  expect(await partsOf({ stripe: settings })('Stripe')).toBe(
    'good: Stripe takes the key, and its webhooks come to us.',
  );
  const cards = { ...app.kit.cards, intent: () => Promise.reject(new Error('no such key')) };
  expect(await partsOf({ stripe: settings }, { cards })('Stripe')).toMatch(
    /^bad: Stripe does not take STRIPE_SECRET_KEY/,
  );
  expect(await partsOf({})('PayPal')).toMatch(/^not set: /);
});

test('a payment provider is bad while its webhooks go elsewhere, are switched off or lack an event', async () => {
  const { publicUrl } = app.kit.config;
  const settings = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' };
  const url = `${publicUrl}/api/webhooks/stripe`;
  const ofStripe = (...endpoints: FakeStripe['endpoints']) => {
    stripe.endpoints.splice(0, Infinity, ...endpoints);
    return partsOf({ stripe: settings })('Stripe');
  };
  const nothing = `payment_intent.succeeded, payment_intent.payment_failed, charge.refunded, refund.failed, charge.dispute.created, charge.dispute.closed to ${url}: add that webhook there.`;
  const elsewhere = { url: `${publicUrl}/hooks`, enabled_events: ['*'], status: 'enabled' };
  expect(await ofStripe(elsewhere)).toBe(`bad: Stripe takes the key, but its dashboard does not send ${nothing}`);
  expect(await ofStripe({ url, enabled_events: ['*'], status: 'disabled' })).toContain(nothing);
  const most = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'charge.refunded', 'refund.failed'];
  expect(await ofStripe({ url, enabled_events: [...most, 'charge.dispute.created'], status: 'enabled' })).toBe(
    `bad: Stripe takes the key, but its dashboard does not send charge.dispute.closed to ${url}: add that webhook there.`,
  );

  const payouts = { ...app.kit.config.payouts, paypalWebhookId: 'WH-2' };
  paypal.listeners.push({ url: `${publicUrl}/api/webhooks/paypal`, event_types: [{ name: '*' }] });
  const wallets = { ...app.kit.wallets, order: () => Promise.resolve(undefined) };
  expect(await partsOf({ paypal: paypalAccess }, { wallets })('PayPal')).toMatch(/^good: /);
  expect(await partsOf({ paypal: paypalAccess, payouts }, { wallets })('PayPal')).toMatch(
    /^bad: PayPal .* PAYMENT\.PAYOUTS-ITEM\.SUCCEEDED, .*\/api\/webhooks\/payouts\/paypal: add that webhook there\.$/,
  );
});
