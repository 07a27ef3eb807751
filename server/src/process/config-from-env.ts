import { domainToASCII } from 'node:url';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail, normaliseEmail } from '@frontrow/core/accounts/email.ts';
import type { Config } from './config.ts';

/** A setting that cannot be used. Its message is one sentence that names it; the start ends there. */
export class BadSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** What was asked for; a secret that is not given is the home's, which only its holder may read or make. */
export type Settings = Omit<Config, 'secret'> & { readonly secret: string | undefined };

const families = /^(FRONTROW|LIVEKIT|STRIPE|PAYPAL|INSTAGRAM|S3|SMTP)_/;
/** Platforms add names of these two by themselves (`REDIS_PORT`, `DATABASE_URL_UNPOOLED`): only what somebody types is refused. */
const nearMisses = /^(DATABASE_(URI|HOST|NAME|USER|USERNAME|PASSWORD)|REDIS_(URI|HOST|PASSWORD))$/;
const known = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'FRONTROW_HOME',
  'FRONTROW_DEMO',
  'FRONTROW_SECRET',
  'FRONTROW_SANDBOX',
  'FRONTROW_METRICS_TOKEN',
  'FRONTROW_SUPPORT_URL',
  'FRONTROW_HELP_URL',
  'FRONTROW_APP_STORE_URL',
  'FRONTROW_PLAY_STORE_URL',
  'LIVEKIT_URL',
  'LIVEKIT_API_KEY',
  'LIVEKIT_API_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_ENVIRONMENT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_ENDPOINT',
  'S3_PUBLIC_URL',
  'INSTAGRAM_CLIENT_ID',
  'INSTAGRAM_CLIENT_SECRET',
  'INSTAGRAM_AUTHORIZE_URL',
  'INSTAGRAM_TOKEN_URL',
  'INSTAGRAM_PROFILE_URL',
  'INSTAGRAM_SCOPE',
]);
const defaultPort = 3000;
const secretCharsMin = 32;

/** Reads the environment of decisions 37. Throws `BadSetting` for anything unknown, malformed or half given. */
export function configFromEnv(environment: Environment, checkout: string): Settings {
  const env: Environment = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  refuseUnknown(env);
  const production = oneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const home = resolve(checkout, env['FRONTROW_HOME'] ?? '.frontrow');
  const port = portOf(env);
  const host = hostOf(env);
  const demo = oneOf(env, 'FRONTROW_DEMO', ['on', 'off'], production ? 'off' : 'on') === 'on';
  if (production && demo)
    throw new BadSetting(
      'FRONTROW_DEMO=on is refused with NODE_ENV=production: demo accounts have a password everybody knows.',
    );
  const config = {
    production,
    host,
    port,
    portGiven: env['PORT'] !== undefined,
    publicUrl: addressOf(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? '',
    home,
    demo,
    databaseUrl: addressOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    livekit: livekitOf(env),
    redisUrl: addressOf(env, 'REDIS_URL', ['redis:', 'rediss:']),
    ...mailOf(env),
    s3: s3Of(env),
    stripe: stripeOf(env),
    paypal: paypalOf(env),
    instagram: instagramOf(env),
    sandboxInProduction: oneOf(env, 'FRONTROW_SANDBOX', ['allow', 'default'], 'default') === 'allow',
    lateRefund: oneOf(env, 'LATE_REFUND', ['automatic', 'on_request'], 'on_request'),
    metricsToken: env['FRONTROW_METRICS_TOKEN'],
    supportUrl: addressOf(env, 'FRONTROW_SUPPORT_URL', ['http:', 'https:', 'mailto:']) ?? '/help',
    helpUrl: addressOf(env, 'FRONTROW_HELP_URL', ['http:', 'https:']) ?? '/help',
    appStoreUrl: addressOf(env, 'FRONTROW_APP_STORE_URL', ['https:']),
    playStoreUrl: addressOf(env, 'FRONTROW_PLAY_STORE_URL', ['https:']),
    secret: secretOf(env),
  } as const;
  refuseIgnored(config);
  if (production) refuseUnsafeProduction(config);
  return config;
}

function refuseUnknown(env: Environment): void {
  for (const name of Object.keys(env)) {
    if ((families.test(name) && !known.has(name)) || nearMisses.test(name))
      throw new BadSetting(`${name} is not a setting Frontrow knows. Remove it or see the table in README.md.`);
  }
}

/** A setting that would be silently ignored is worse than none: somebody would believe that processes share their updates. */
function refuseIgnored(config: Pick<Config, 'redisUrl'>): void {
  if (config.redisUrl !== undefined) {
    throw new BadSetting('REDIS_URL cannot be used by this version yet (live updates stay in one process): unset it.');
  }
}

function refuseUnsafeProduction(
  config: Pick<Config, 'databaseUrl' | 'livekit' | 'publicUrl' | 'sandboxInProduction' | 'stripe'>,
): void {
  if (config.databaseUrl === undefined) {
    throw new BadSetting('DATABASE_URL is needed with NODE_ENV=production: the built-in database is for development.');
  }
  if (config.publicUrl === '') {
    throw new BadSetting('PUBLIC_URL is needed with NODE_ENV=production: mails and payments link to it.');
  }
  if (config.livekit === undefined) {
    throw new BadSetting(
      'LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET are needed with NODE_ENV=production: the built-in video engine is for development.',
    );
  }
  if (!config.stripe && !config.sandboxInProduction) {
    throw new BadSetting(
      'Payments are the sandbox, which moves no money: with NODE_ENV=production set STRIPE_SECRET_KEY, or FRONTROW_SANDBOX=allow to accept that.',
    );
  }
}

function portOf(env: Environment): number {
  const given = env['PORT'];
  if (given === undefined) return defaultPort;
  const port = Number(given);
  if (!/^\d{1,5}$/.test(given) || port > 65_535)
    throw new BadSetting(`PORT=${given} is not a port: give a number from 0 to 65535.`);
  return port;
}

function hostOf(env: Environment): string {
  const host = env['HOST'] ?? '127.0.0.1';
  if (host === 'localhost') return '127.0.0.1';
  if (isIP(host) === 0)
    throw new BadSetting(`HOST=${host} is not an address: give 127.0.0.1, or 0.0.0.0 for the whole network.`);
  return host;
}

function oneOf<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const given = env[name];
  if (given === undefined) return otherwise;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new BadSetting(`${name}=${given} is not understood: give ${choices.join(' or ')}.`);
  return found;
}

function addressOf(env: Environment, name: string, schemes: readonly string[]): string | undefined {
  const given = env[name];
  if (given === undefined) return undefined;
  if (!URL.canParse(given) || !schemes.includes(new URL(given).protocol)) {
    // The value may hold a password: the sentence names the setting only.
    throw new BadSetting(
      `${name} is not an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
    );
  }
  return given;
}

/**
 * All of them, or none: a half-given group would fail at the first customer instead of at the start. `extras` have a default, but
 * mean nothing without the group.
 */
function group<const Name extends string>(
  env: Environment,
  names: readonly Name[],
  extras: readonly string[] = [],
): Record<Name, string> | undefined {
  const given = [...names, ...extras].filter((name) => env[name] !== undefined);
  if (given.length === 0) return undefined;
  const absent = names.filter((name) => env[name] === undefined);
  if (absent.length > 0)
    throw new BadSetting(`${given.join(', ')} is set but ${absent.join(', ')} is not: they work only together.`);
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) as Record<Name, string>;
}

const sender = /^(?:(?:"[^"<>]*"\s*|[^"<>,;:@]*)<([^<>\s]+)>|([^<>\s]+))$/;

function mailOf(env: Environment): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const mailFrom = env['MAIL_FROM'] ?? 'Frontrow <no-reply@frontrow.test>';
  const [, named, bare] = sender.exec(mailFrom) ?? [];
  if (!isEmail(normaliseEmail(named ?? bare ?? '', domainToASCII)))
    throw new BadSetting(
      `MAIL_FROM=${mailFrom} is not an address: give one like hello@example.com or Name <hello@example.com>.`,
    );
  group(env, ['SMTP_URL'], ['MAIL_FROM']);
  return { smtpUrl: addressOf(env, 'SMTP_URL', ['smtp:', 'smtps:']), mailFrom };
}

function livekitOf(env: Environment): Config['livekit'] {
  const url = addressOf(env, 'LIVEKIT_URL', ['ws:', 'wss:', 'http:', 'https:']);
  const all = group(env, ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']);
  if (all === undefined || url === undefined) return undefined;
  return {
    url: url.replace(/^http/, 'ws').replace(/\/+$/, ''),
    apiKey: all.LIVEKIT_API_KEY,
    apiSecret: all.LIVEKIT_API_SECRET,
  };
}

function s3Of(env: Environment): Config['s3'] {
  const all = group(
    env,
    ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_ENDPOINT', 'S3_PUBLIC_URL'],
  );
  if (all === undefined) return undefined;
  return {
    bucket: all.S3_BUCKET,
    region: all.S3_REGION,
    accessKeyId: all.S3_ACCESS_KEY_ID,
    secretAccessKey: all.S3_SECRET_ACCESS_KEY,
    endpoint: addressOf(env, 'S3_ENDPOINT', ['http:', 'https:']),
    publicUrl: addressOf(env, 'S3_PUBLIC_URL', ['http:', 'https:']),
  };
}

function stripeOf(env: Environment): Config['stripe'] {
  const all = group(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  if (all === undefined) return undefined;
  for (const [name, start] of [
    ['STRIPE_SECRET_KEY', /^[sr]k_/],
    ['STRIPE_PUBLISHABLE_KEY', /^pk_/],
    ['STRIPE_WEBHOOK_SECRET', /^whsec_/],
  ] as const) {
    if (!start.test(all[name]))
      throw new BadSetting(`${name} does not look like one: Stripe's start with ${start.source.slice(1)}.`);
  }
  return {
    secretKey: all.STRIPE_SECRET_KEY,
    publishableKey: all.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: all.STRIPE_WEBHOOK_SECRET,
  };
}

function paypalOf(env: Environment): Config['paypal'] {
  const all = group(env, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'], ['PAYPAL_ENVIRONMENT']);
  const live =
    oneOf(env, 'PAYPAL_ENVIRONMENT', ['live', 'sandbox'], env['NODE_ENV'] === 'production' ? 'live' : 'sandbox') ===
    'live';
  if (all === undefined) return undefined;
  return {
    clientId: all.PAYPAL_CLIENT_ID,
    clientSecret: all.PAYPAL_CLIENT_SECRET,
    webhookId: all.PAYPAL_WEBHOOK_ID,
    live,
  };
}

/** Instagram's own addresses unless others are given; plain http only to this machine, where nobody listens in. */
function instagramOf(env: Environment): Config['instagram'] {
  const urls = {
    authorizeUrl: secureAddressOf(env, 'INSTAGRAM_AUTHORIZE_URL', 'https://www.instagram.com/oauth/authorize'),
    tokenUrl: secureAddressOf(env, 'INSTAGRAM_TOKEN_URL', 'https://api.instagram.com/oauth/access_token'),
    profileUrl: secureAddressOf(
      env,
      'INSTAGRAM_PROFILE_URL',
      'https://graph.instagram.com/me?fields=user_id,username,name',
    ),
  };
  const all = group(
    env,
    ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
    ['INSTAGRAM_AUTHORIZE_URL', 'INSTAGRAM_TOKEN_URL', 'INSTAGRAM_PROFILE_URL', 'INSTAGRAM_SCOPE'],
  );
  if (all === undefined) return undefined;
  return {
    clientId: all.INSTAGRAM_CLIENT_ID,
    clientSecret: all.INSTAGRAM_CLIENT_SECRET,
    ...urls,
    scope: env['INSTAGRAM_SCOPE'] ?? 'instagram_business_basic',
  };
}

function secureAddressOf(env: Environment, name: string, otherwise: string): string {
  const given = addressOf(env, name, ['https:', 'http:']);
  if (given === undefined) return otherwise;
  const { protocol, hostname } = new URL(given);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new BadSetting(`${name} must start with https://: only an address of this machine may be plain http.`);
  return given;
}

function secretOf(env: Environment): string | undefined {
  const given = env['FRONTROW_SECRET'];
  if (given !== undefined && given.length < secretCharsMin)
    throw new BadSetting(`FRONTROW_SECRET is too short: give at least ${secretCharsMin} characters.`);
  return given;
}
