import { domainToASCII } from 'node:url';
import { isIP } from 'node:net';
import { isEmail, normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { isZone } from '@frontrow/core/events/start-time.ts';
import { broadcastViewersMost } from '@frontrow/core/events/limits.ts';
import { z } from 'zod';

/**
 * Every setting Frontrow knows, with its form and its default. `{name}` and `{given}` in a sentence stand for the
 * setting and its value; a value that may hold a password is never named.
 */
const portMax = 65_535;
const secretCharsMin = 32;
const sender = /^(?:(?:"[^"<>]*"\s*|[^"<>,;:@]*)<([^<>\s]+)>|([^<>\s]+))$/;
const localHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

const text = () => z.string().optional();

const oneOf = <const Choice extends string>(...choices: readonly [Choice, ...Choice[]]) =>
  z.enum(choices, { error: `{name}={given} is not understood: give ${choices.join(' or ')}.` }).optional();

const address = (...schemes: readonly string[]) =>
  z.string().refine((given) => URL.canParse(given) && schemes.includes(new URL(given).protocol), {
    error: `{name} is not an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
    abort: true,
  });

/** Plain http only to this machine, where nobody listens in. */
const secureAddress = () =>
  address('https:', 'http:')
    .refine(
      (given) => new URL(given).protocol === 'https:' || localHosts.has(new URL(given).hostname),
      '{name} must start with https://: only an address of this machine may be plain http.',
    )
    .optional();

const startingWith = (...starts: readonly string[]) =>
  z
    .string()
    .refine(
      (given) => starts.some((start) => given.startsWith(start)),
      `{name} does not look like one: Stripe's start with ${starts.join(' or ')}.`,
    )
    .optional();

const port = z
  .string()
  .refine(
    (given) => /^\d{1,5}$/.test(given) && Number(given) <= portMax,
    `{name}={given} is not a port: give a number from 0 to ${portMax}.`,
  )
  .transform(Number)
  .optional();

const host = z
  .string()
  .transform((given) => (given === 'localhost' ? '127.0.0.1' : given))
  .refine(
    (given) => isIP(given) !== 0,
    '{name}={given} is not an address: give 127.0.0.1, or 0.0.0.0 for the whole network.',
  )
  .default('127.0.0.1');

const mailSender = z
  .string()
  .refine((given) => {
    const [, named, bare] = sender.exec(given) ?? [];
    return isEmail(normaliseEmail(named ?? bare ?? '', domainToASCII));
  }, '{name}={given} is not an address: give one like hello@example.com or Name <hello@example.com>.')
  .optional();

const viewers = z
  .string()
  .refine(
    (given) => /^\d{1,6}$/.test(given) && Number(given) >= 1 && Number(given) <= broadcastViewersMost,
    `{name}={given} is not a number of viewers: give one from 1 to ${broadcastViewersMost}.`,
  )
  .transform(Number)
  .optional();

const processesMost = 64;
const processes = z
  .string()
  .refine(
    (given) => /^\d{1,2}$/.test(given) && Number(given) >= 1 && Number(given) <= processesMost,
    `{name}={given} is not a number of processes: give one from 1 to ${processesMost}.`,
  )
  .transform(Number)
  .optional();

/** What a process does; each answers calls, so that a probe finds it. */
const roleNames = ['web', 'worker', 'rtmp'] as const;
const isRole = (word: string): word is (typeof roleNames)[number] => (roleNames as readonly string[]).includes(word);
const roles = z
  .string()
  .transform((given) => given.split(',').map((word) => word.trim()))
  .refine(
    (words) => words.every(isRole),
    `{name}={given} is not understood: give ${roleNames.join(', ')}, or some of them.`,
  )
  .transform((words) => words.filter(isRole))
  .optional();

const secret = z
  .string()
  .min(secretCharsMin, `{name} is too short: give at least ${secretCharsMin} characters.`)
  .optional();

const settings = {
  NODE_ENV: oneOf('production', 'development', 'test'),
  PORT: port,
  HOST: host,
  PUBLIC_URL: address('http:', 'https:').optional(),
  RTMP_PORT: port,
  RTMP_PUBLIC_URL: address('rtmp:', 'rtmps:').optional(),
  RTMPS_PORT: port,
  RTMPS_CERT: text(),
  RTMPS_KEY: text(),
  FRONTROW_HOME: text(),
  FRONTROW_DEMO: oneOf('on', 'off'),
  FRONTROW_PROCESSES: processes,
  FRONTROW_ROLES: roles,
  FRONTROW_SECRET: secret,
  FRONTROW_SEALING_SECRET: secret,
  FRONTROW_SEALING_SECRET_ACCEPTED: secret,
  FRONTROW_SIGNING_SECRET: secret,
  FRONTROW_SIGNING_SECRET_ACCEPTED: secret,
  FRONTROW_SANDBOX: oneOf('allow', 'default'),
  FRONTROW_METRICS_TOKEN: text(),
  FRONTROW_SUPPORT_URL: address('http:', 'https:', 'mailto:').optional(),
  FRONTROW_HELP_URL: address('http:', 'https:').optional(),
  FRONTROW_APP_STORE_URL: address('https:').optional(),
  FRONTROW_PLAY_STORE_URL: address('https:').optional(),
  BROADCAST_VIEWERS_MAX: viewers,
  BROADCAST_WEBRTC_VIEWERS_MAX: viewers,
  BROADCAST_CHAT_SOCKETS_MAX: viewers,
  LATE_REFUND: oneOf('automatic', 'on_request'),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: address('postgres:', 'postgresql:').optional(),
  DATABASE_MIGRATION_URL: address('postgres:', 'postgresql:').optional(),
  DATABASE_READ_URL: address('postgres:', 'postgresql:').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http:', 'https:').optional(),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  SMTP_TLS: oneOf('required', 'optional'),
  MAIL_FROM: mailSender,
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .refine(
      (given) => isEmail(normaliseEmail(given, domainToASCII)),
      '{name}={given} is not an email address: give one like bounces@example.com.',
    )
    .optional(),
  CAPTIONS_URL: address('ws:', 'wss:').optional(),
  LIVEKIT_URL: address('ws:', 'wss:', 'http:', 'https:').optional(),
  LIVEKIT_PUBLIC_URL: address('ws:', 'wss:', 'http:', 'https:').optional(),
  LIVEKIT_API_KEY: text(),
  LIVEKIT_API_SECRET: text(),
  STRIPE_SECRET_KEY: startingWith('sk_', 'rk_'),
  STRIPE_PUBLISHABLE_KEY: startingWith('pk_'),
  STRIPE_WEBHOOK_SECRET: startingWith('whsec_'),
  STRIPE_CONNECT_WEBHOOK_SECRET: startingWith('whsec_'),
  PAYPAL_CLIENT_ID: text(),
  PAYPAL_CLIENT_SECRET: text(),
  PAYPAL_WEBHOOK_ID: text(),
  PAYPAL_PAYOUTS_WEBHOOK_ID: text(),
  PAYPAL_ENVIRONMENT: oneOf('live', 'sandbox'),
  SEPA_DEBTOR_NAME: text(),
  SEPA_DEBTOR_IBAN: text(),
  SEPA_DEBTOR_BIC: text(),
  SEPA_DEBTOR_STREET: text(),
  SEPA_DEBTOR_POSTCODE: text(),
  SEPA_DEBTOR_TOWN: text(),
  SEPA_DEBTOR_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, '{name}={given} is not a country: give two letters, like DE.')
    .optional(),
  SEPA_BANK_ZONE: z
    .string()
    .refine(isZone, '{name}={given} is not a time zone: give one like Europe/Berlin.')
    .optional(),
  S3_BUCKET: text(),
  S3_REGION: text(),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
  S3_ENDPOINT: address('http:', 'https:').optional(),
  S3_PUBLIC_URL: address('http:', 'https:').optional(),
  INSTAGRAM_CLIENT_ID: text(),
  INSTAGRAM_CLIENT_SECRET: text(),
  INSTAGRAM_AUTHORIZE_URL: secureAddress(),
  INSTAGRAM_TOKEN_URL: secureAddress(),
  INSTAGRAM_PROFILE_URL: secureAddress(),
  INSTAGRAM_SCOPE: text(),
  OIDC_ISSUER: secureAddress(),
  OIDC_CLIENT_ID: text(),
  OIDC_CLIENT_SECRET: text(),
  OIDC_NAME: z.string().trim().max(40, '{name} is too long for a button: give at most 40 characters.').optional(),
  RALLY_CLIENT_ID: text(),
  RALLY_CLIENT_SECRET: text(),
  RALLY_AUTHORIZE_URL: secureAddress(),
  RALLY_TOKEN_URL: secureAddress(),
  RALLY_HOLDINGS_URL: secureAddress(),
  WALLETCONNECT_PROJECT_ID: text(),
  WALLET_APPLE_CERT: text(),
  WALLET_APPLE_KEY: text(),
  WALLET_APPLE_WWDR: text(),
  WALLET_GOOGLE_ISSUER_ID: z
    .string()
    .regex(
      /^\d{1,20}$/,
      '{name}={given} is not an issuer ID: it is a number, shown in the Google Pay & Wallet Console.',
    )
    .optional(),
  WALLET_GOOGLE_KEY: text(),
};

type Name = keyof typeof settings;

/**
 * Settings that work only together: a half-given group would fail at the first customer instead of at the start.
 * `extras` have a default, but mean nothing without the group.
 */
const groups: readonly { readonly names: readonly Name[]; readonly extras?: readonly Name[] }[] = [
  { names: ['RTMPS_CERT', 'RTMPS_KEY'], extras: ['RTMPS_PORT'] },
  { names: ['DATABASE_URL'], extras: ['DATABASE_DIRECT_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_READ_URL'] },
  { names: ['SMTP_URL'], extras: ['MAIL_FROM', 'SMTP_TLS', 'MAIL_BOUNCE_ADDRESS'] },
  { names: ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'], extras: ['LIVEKIT_PUBLIC_URL'] },
  {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    extras: ['STRIPE_CONNECT_WEBHOOK_SECRET'],
  },
  {
    names: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
    extras: ['PAYPAL_ENVIRONMENT', 'PAYPAL_PAYOUTS_WEBHOOK_ID'],
  },
  { names: ['SEPA_DEBTOR_NAME', 'SEPA_DEBTOR_IBAN'], extras: ['SEPA_DEBTOR_BIC', 'SEPA_BANK_ZONE'] },
  {
    names: ['SEPA_DEBTOR_STREET', 'SEPA_DEBTOR_POSTCODE', 'SEPA_DEBTOR_TOWN', 'SEPA_DEBTOR_COUNTRY'],
  },
  {
    names: ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    extras: ['S3_ENDPOINT', 'S3_PUBLIC_URL'],
  },
  {
    names: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
    extras: ['INSTAGRAM_AUTHORIZE_URL', 'INSTAGRAM_TOKEN_URL', 'INSTAGRAM_PROFILE_URL', 'INSTAGRAM_SCOPE'],
  },
  { names: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], extras: ['OIDC_NAME'] },
  {
    names: ['RALLY_CLIENT_ID', 'RALLY_CLIENT_SECRET', 'RALLY_AUTHORIZE_URL', 'RALLY_TOKEN_URL', 'RALLY_HOLDINGS_URL'],
  },
  { names: ['WALLET_APPLE_CERT', 'WALLET_APPLE_KEY', 'WALLET_APPLE_WWDR'] },
  { names: ['WALLET_GOOGLE_ISSUER_ID', 'WALLET_GOOGLE_KEY'] },
];

/**
 * The environment as Frontrow reads it; names it does not know are refused, the rest is checked one by one and in
 * groups.
 */
export const environmentSchema = z.strictObject(settings).superRefine((env, context) => {
  for (const { names, extras = [] } of groups) {
    const given = [...names, ...extras].filter((name) => env[name] !== undefined);
    const absent = names.filter((name) => env[name] === undefined);
    if (given.length > 0 && absent.length > 0)
      context.addIssue(`${given.join(', ')} is set but ${absent.join(', ')} is not: they work only together.`);
  }
});

/** `RALLY_RPC_<chainId>`: the endpoints of a chain, one or two with a comma between them. */
export const chainSetting = /^RALLY_RPC_([1-9]\d{0,14})$/;
export const chainEndpointsMax = 2;
const endpoint = secureAddress().unwrap();
export const isEndpoint = (given: string): boolean => endpoint.safeParse(given).success;

export type Environment = z.output<typeof environmentSchema>;

const families = /^(FRONTROW|LIVEKIT|STRIPE|PAYPAL|INSTAGRAM|OIDC|RALLY|WALLET|WALLETCONNECT|RTMPS?|S3|SEPA|SMTP)_/;
/** Platforms add `REDIS_PORT` or `DATABASE_URL_UNPOOLED` by themselves: only what somebody types is refused. */
const nearMisses = /^(DATABASE_(URI|HOST|NAME|USER|USERNAME|PASSWORD)|REDIS_(URI|HOST|PASSWORD))$/;

export const isKnown = (name: string): boolean => name in settings || chainSetting.test(name);

/** Whether a name of the process's environment is meant for Frontrow, known or misspelt. */
export const isMeantForUs = (name: string): boolean => name in settings || families.test(name) || nearMisses.test(name);
