import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownCertificate } from '../../test/ingest/certificate.ts';
import { makeCertificates } from '../../test/wallets.ts';
import { BadSetting, configFromEnv } from './config-from-env.ts';
import { environmentSchema } from './settings-schema.ts';
import { settingsPage } from './settings-page.ts';

const checkout = join(tmpdir(), 'frontrow-checkout-of-nobody');

const { certFile, keyFile } = await ownCertificate();

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/x',
  PUBLIC_URL: 'https://frontrow.test',
  LIVEKIT_URL: 'wss://video',
  LIVEKIT_API_KEY: 'key',
  LIVEKIT_API_SECRET: 'secret',
  FRONTROW_SANDBOX: 'allow',
};

describe('what stops the start, in a sentence that names it', () => {
  test.each<[Record<string, string | undefined>, RegExp]>([
    [{ FRONTROW_HOM: '/x' }, /^FRONTROW_HOM is not a setting/],
    [{ STRIPE_KEY: 'sk_test' }, /^STRIPE_KEY is not a setting/],
    [{ S3_BUKET: 'pictures' }, /^S3_BUKET is not a setting/],
    [{ SMTP_HOST: 'mail' }, /^SMTP_HOST is not a setting/],
    [{ REDIS_HOST: 'r' }, /^REDIS_HOST is not a setting/],
    [{ DATABASE_HOST: 'db' }, /^DATABASE_HOST is not a setting/],
    [{ DATABASE_URI: 'postgres://db/x' }, /^DATABASE_URI is not a setting/],
    [{ REDIS_URI: 'redis://r' }, /^REDIS_URI is not a setting/],
    [{ S3_ENDPOINT: 'http://minio:9000' }, /^S3_ENDPOINT is set but S3_BUCKET, S3_REGION, .* is not/],
    [{ S3_PUBLIC_URL: 'https://media' }, /^S3_PUBLIC_URL is set but S3_BUCKET/],
    [{ PAYPAL_ENVIRONMENT: 'live' }, /^PAYPAL_ENVIRONMENT is set but PAYPAL_CLIENT_ID/],
    [{ INSTAGRAM_SCOPE: 'all' }, /^INSTAGRAM_SCOPE is set but INSTAGRAM_CLIENT_ID/],
    [{ INSTAGRAM_TOKEN_URL: 'https://id.example' }, /^INSTAGRAM_TOKEN_URL is set but INSTAGRAM_CLIENT_ID/],
    [{ MAIL_FROM: 'hello@frontrow.test' }, /^MAIL_FROM is set but SMTP_URL is not/],
    [{ MAIL_FROM: 'Frontrow' }, /^MAIL_FROM=Frontrow is not/],
    [{ MAIL_FROM: 'Frontrow <hello>' }, /^MAIL_FROM=Frontrow <hello> is not/],
    [{ MAIL_FROM: 'Front, Row <hello@frontrow.test>' }, /^MAIL_FROM/],
    [{ MAIL_FROM: 'a@frontrow.test, b@frontrow.test' }, /^MAIL_FROM/],
    [{ PORT: 'abc' }, /^PORT=abc/],
    [{ FRONTROW_PROCESSES: '0' }, /^FRONTROW_PROCESSES=0 is not a number of processes: .* 1 to 64/],
    [{ FRONTROW_ROLES: 'web,cook' }, /^FRONTROW_ROLES=web,cook is not understood: give web, worker, rtmp/],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, /^DATABASE_DIRECT_URL is set but DATABASE_URL is not/],
    [{ DATABASE_READ_URL: 'postgres://db/x' }, /^DATABASE_READ_URL is set but DATABASE_URL is not/],
    [{ RTMP_PORT: '70000' }, /^RTMP_PORT=70000/],
    [{ RTMP_PROT: '1' }, /^RTMP_PROT is not a setting/],
    [{ RTMPS_PORT: '1936' }, /^RTMPS_PORT is set but RTMPS_CERT, RTMPS_KEY is not/],
    [{ RTMPS_CERT: '/nowhere.pem', RTMPS_KEY: '/x' }, /^RTMPS_CERT=\/nowhere.pem cannot be read \(ENOENT\)/],
    [{ RTMPS_CERT: keyFile, RTMPS_KEY: certFile }, /^RTMPS_CERT and RTMPS_KEY are not a certificate and its key/],
    [{ PORT: '70000' }, /^PORT=70000/],
    [{ PORT: '-1' }, /^PORT=-1/],
    [{ HOST: 'my machine' }, /^HOST=my machine/],
    [{ FRONTROW_DEMO: 'yes' }, /^FRONTROW_DEMO=yes .* on or off/],
    [{ LATE_REFUND: 'soon' }, /^LATE_REFUND=soon/],
    [{ BROADCAST_VIEWERS_MAX: '0' }, /^BROADCAST_VIEWERS_MAX=0 is not/],
    [{ BROADCAST_VIEWERS_MAX: '100001' }, /^BROADCAST_VIEWERS_MAX=100001 is not/],
    [{ BROADCAST_VIEWERS_MAX: 'many' }, /^BROADCAST_VIEWERS_MAX=many is not/],
    [{ PUBLIC_URL: 'frontrow' }, /^PUBLIC_URL is not an address/],
    [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /^DATABASE_URL is not an address/],
    [{ SMTP_URL: 'https://mail' }, /^SMTP_URL/],
    [{ LIVEKIT_URL: 'wss://video' }, /^LIVEKIT_URL is set but LIVEKIT_API_KEY, LIVEKIT_API_SECRET/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET/],
    [{ INSTAGRAM_KEY: 'x' }, /^INSTAGRAM_KEY is not a setting/],
    [{ RALLY_CLIENT_ID: '1' }, /^RALLY_CLIENT_ID is set but RALLY_CLIENT_SECRET/],
    [{ RALLY_TOKEN_URL: 'http://id.example' }, /^RALLY_TOKEN_URL must start with https/],
    [{ RALLY_KEY: 'x' }, /^RALLY_KEY is not a setting/],
    [{ RALLY_RPC_0: 'https://a.example' }, /^RALLY_RPC_0 is not a setting/],
    [{ RALLY_RPC_1: 'http://a.example' }, /^RALLY_RPC_1 is not one address, or two/],
    [{ RALLY_RPC_1: 'https://a.example, https://b.example, https://c.example' }, /^RALLY_RPC_1 is not one address/],
    [{ INSTAGRAM_CLIENT_ID: '1' }, /^INSTAGRAM_CLIENT_ID is set but INSTAGRAM_CLIENT_SECRET/],
    [{ INSTAGRAM_TOKEN_URL: 'instagram' }, /^INSTAGRAM_TOKEN_URL is not an address/],
    [{ INSTAGRAM_PROFILE_URL: 'http://example.com/me' }, /^INSTAGRAM_PROFILE_URL must start with https/],
    [{ FRONTROW_APP_STORE_URL: 'http://apps.example.com' }, /^FRONTROW_APP_STORE_URL is not an address/],
    [{ WALLET_APPLE_CERT: certFile }, /^WALLET_APPLE_CERT is set but WALLET_APPLE_KEY, WALLET_APPLE_WWDR is not/],
    [
      { WALLET_APPLE_CERT: certFile, WALLET_APPLE_KEY: certFile, WALLET_APPLE_WWDR: certFile },
      /^WALLET_APPLE_CERT, WALLET_APPLE_KEY and WALLET_APPLE_WWDR are not a certificate, its unencrypted RSA key/,
    ],
    [{ WALLET_GOOGLE_ISSUER_ID: 'mine', WALLET_GOOGLE_KEY: keyFile }, /^WALLET_GOOGLE_ISSUER_ID=mine is not an issuer/],
    [{ WALLET_GOOGLE_ISSUER_ID: '338', WALLET_GOOGLE_KEY: keyFile }, /^WALLET_GOOGLE_KEY=.* is not the key file of a/],
    [{ WALLET_APLE_CERT: 'x' }, /^WALLET_APLE_CERT is not a setting/],
    [{ REDIS_URL: 'http://r' }, /^REDIS_URL is not an address that starts with redis:\/\/ or rediss:\/\//],
    [{ FRONTROW_SECRET: 'short' }, /^FRONTROW_SECRET is too short/],
    [{ FRONTROW_SIGNING_SECRET: 'short' }, /^FRONTROW_SIGNING_SECRET is too short/],
    [{ ...production, DATABASE_URL: undefined }, /^DATABASE_URL is needed/],
    [{ ...production, PUBLIC_URL: '' }, /^PUBLIC_URL is needed/],
    [{ ...production, REDIS_URL: 'redis://r' }, /^FRONTROW_SECRET is needed/],
    [{ ...production, FRONTROW_ROLES: 'web' }, /^FRONTROW_SECRET is needed/],
    [{ RTMP_PUBLIC_URL: 'http://e' }, /^RTMP_PUBLIC_URL is not an address that starts with rtmp:/],
    [
      { ...production, LIVEKIT_URL: '', LIVEKIT_API_KEY: '', LIVEKIT_API_SECRET: '' },
      /^LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET are needed/,
    ],
    [{ ...production, FRONTROW_SANDBOX: undefined }, /FRONTROW_SANDBOX=allow/],
    [{ ...production, FRONTROW_DEMO: 'on' }, /^FRONTROW_DEMO=on is refused/],
  ])('%j', (environment, sentence) => {
    expect(() => configFromEnv(environment, checkout)).toThrow(BadSetting);
    expect(() => configFromEnv(environment, checkout)).toThrow(sentence);
  });

  test('a sentence never repeats a password', () => {
    expect(() => configFromEnv({ DATABASE_URL: 'mysql://root:secret@db/x' }, checkout)).toThrow(/^(?!.*secret)/);
  });
});

test('the pass type and the team are read from the certificate, and one of something else is refused', async () => {
  const { apple, folder, remove } = await makeCertificates();
  try {
    const files = (key: string) => ({
      WALLET_APPLE_CERT: join(folder, 'cert.pem'),
      WALLET_APPLE_KEY: join(folder, key),
      WALLET_APPLE_WWDR: join(folder, 'wwdr.pem'),
    });
    expect(configFromEnv(files('key.pem'), checkout).walletPasses.apple).toEqual(apple);
    expect(() => configFromEnv(files('ca.key'), checkout)).toThrow(/^WALLET_APPLE_CERT, .* are not a certificate/);
    const authority = { ...files('ca.key'), WALLET_APPLE_CERT: join(folder, 'wwdr.pem') };
    expect(() => configFromEnv(authority, checkout)).toThrow(/is not the certificate of a pass type/);
  } finally {
    remove();
  }
});

test('nothing set: this machine only, port 3000 or the next, demo, the home in the checkout', () => {
  expect(configFromEnv({ PATH: '/bin', PORT: '' }, checkout)).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    portGiven: false,
    demo: true,
    home: join(checkout, '.frontrow'),
    databaseUrl: undefined,
    livekit: undefined,
  });
});

const livekit = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };

test.each([
  ['ws://livekit:7880', undefined, undefined],
  ['https://video.example.com', undefined, undefined],
  ['wss://me.livekit.cloud', undefined, 'wss://me.livekit.cloud'],
  ['https://me.livekit.cloud/', undefined, 'wss://me.livekit.cloud'],
  ['wss://me.livekit.cloud.evil.example', undefined, undefined],
  ['ws://livekit:7880', 'https://video.example.com/', 'wss://video.example.com'],
])('of an engine at %s with the public address %s, browsers are given %s', (url, asked, publicUrl) =>
  expect(
    configFromEnv({ ...livekit, LIVEKIT_URL: url, ...(asked && { LIVEKIT_PUBLIC_URL: asked }) }, checkout).livekit,
  ).toMatchObject({ url: url.replace(/^http/, 'ws').replace(/\/$/, ''), publicUrl }),
);

test('settings are only read: nothing is made in a home that another process may hold', () => {
  expect(configFromEnv({}, checkout).secret).toBeUndefined();
  expect(existsSync(checkout)).toBe(false);
});

test.each(['hello@frontrow.test', 'Frontrow <hello@frontrow.test>', '"Row, Front" <hello@frontrow.test>'])(
  'mail may come from %s',
  (mailFrom) =>
    expect(configFromEnv({ SMTP_URL: 'smtp://mail', MAIL_FROM: mailFrom }, checkout).mailFrom).toBe(mailFrom),
);

test('production has no demo', () => {
  expect(configFromEnv(production, checkout)).toMatchObject({
    production: true,
    demo: false,
    publicUrl: 'https://frontrow.test',
  });
});

test.each([
  'DATABASE_URL_UNPOOLED',
  'DATABASE_PUBLIC_URL',
  'DATABASE_SERVICE_HOST',
  'DATABASE_PORT_5432_TCP_ADDR',
  'REDIS_PORT',
  'REDIS_SERVICE_HOST',
  'REDIS_TLS_URL',
])('a variable that platforms set is ignored: %s', (name) =>
  expect(() => configFromEnv({ [name]: 'x' }, checkout)).not.toThrow(),
);

test('docs/configuration.md lists every setting, and no other', () => {
  const named = settingsPage.flatMap(({ rows }) =>
    rows.flatMap(({ names }) => names.filter((name) => !/</.test(name))),
  );
  const reserved = new Set(['NODE_ENV']);
  const known = Object.keys(environmentSchema.shape).filter((name) => !reserved.has(name));
  expect(named.toSorted()).toEqual(known.toSorted());
});
