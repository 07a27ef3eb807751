import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadSetting, configFromEnv } from './config-from-env.ts';

let checkout: string;
beforeAll(() => void (checkout = mkdtempSync(join(tmpdir(), 'frontrow-config-'))));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/x',
  PUBLIC_URL: 'https://frontrow.test',
  FRONTROW_SANDBOX: 'allow',
};

describe('what stops the start, in a sentence that names it', () => {
  test.each<[Record<string, string | undefined>, RegExp]>([
    [{ FRONTROW_HOM: '/x' }, /^FRONTROW_HOM is not a setting/],
    [{ STRIPE_KEY: 'sk_test' }, /^STRIPE_KEY is not a setting/],
    [{ S3_BUKET: 'pictures' }, /^S3_BUKET is not a setting/],
    [{ PORT: 'abc' }, /^PORT=abc/],
    [{ PORT: '70000' }, /^PORT=70000/],
    [{ PORT: '-1' }, /^PORT=-1/],
    [{ HOST: 'my machine' }, /^HOST=my machine/],
    [{ FRONTROW_DEMO: 'yes' }, /^FRONTROW_DEMO=yes .* on or off/],
    [{ LATE_REFUND: 'soon' }, /^LATE_REFUND=soon/],
    [{ PUBLIC_URL: 'frontrow' }, /^PUBLIC_URL is not an address/],
    [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /^DATABASE_URL is not an address/],
    [{ SMTP_URL: 'https://mail' }, /^SMTP_URL/],
    [{ LIVEKIT_URL: 'wss://video' }, /^LIVEKIT_URL is set but LIVEKIT_API_KEY, LIVEKIT_API_SECRET/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET/],
    [{ INSTAGRAM_KEY: 'x' }, /^INSTAGRAM_KEY is not a setting/],
    [{ INSTAGRAM_CLIENT_ID: '1' }, /^INSTAGRAM_CLIENT_ID is set but INSTAGRAM_CLIENT_SECRET/],
    [{ INSTAGRAM_TOKEN_URL: 'instagram' }, /^INSTAGRAM_TOKEN_URL is not an address/],
    [{ INSTAGRAM_PROFILE_URL: 'http://example.com/me' }, /^INSTAGRAM_PROFILE_URL must start with https/],
    [{ FRONTROW_APP_STORE_URL: 'http://apps.example.com' }, /^FRONTROW_APP_STORE_URL is not an address/],
    [{ REDIS_URL: 'redis://r' }, /^REDIS_URL cannot be used/],
    [{ FRONTROW_SECRET: 'short' }, /^FRONTROW_SECRET is too short/],
    [{ ...production, DATABASE_URL: undefined }, /^DATABASE_URL is needed/],
    [{ ...production, PUBLIC_URL: '' }, /^PUBLIC_URL is needed/],
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

test('the secret of a home is made once', () => {
  expect(configFromEnv({}, checkout).secret).toBe(configFromEnv({}, checkout).secret);
  expect(configFromEnv({ FRONTROW_HOME: 'another' }, checkout).secret).not.toBe(configFromEnv({}, checkout).secret);
});

test('production has no demo', () => {
  expect(configFromEnv(production, checkout)).toMatchObject({
    production: true,
    demo: false,
    publicUrl: 'https://frontrow.test',
  });
});
