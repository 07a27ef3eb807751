import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { chatSocketsMaxDefault, webrtcViewersPerCore } from '@frontrow/core/broadcast/limits.ts';
import { broadcastViewersMaxDefault } from '@frontrow/core/events/limits.ts';
import { z } from 'zod';
import type { Config } from './config.ts';
import {
  chainEndpointsMax,
  chainSetting,
  type Environment,
  environmentSchema,
  isEndpoint,
  isMeantForUs,
} from './settings-schema.ts';

/** A setting that cannot be used. Its message is one sentence that names it; the start ends there. */
export class BadSetting extends Error {}

type Given = Readonly<Record<string, string | undefined>>;

/** What was asked for; a secret that is not given is the home's, which only its holder may read or make. */
export type Settings = Omit<Config, 'secret'> & { readonly secret: string | undefined };

const defaultPort = 3000;
const defaultRtmpPort = 1935;
const defaultRtmpsPort = 1936;

/** Reads the environment. Throws `BadSetting` for anything unknown, malformed or half given. */
export function configFromEnv(environment: Given, checkout: string): Settings {
  const env = read(environment);
  const production = env.NODE_ENV === 'production';
  if (production && env.FRONTROW_DEMO === 'on')
    throw new BadSetting(
      'FRONTROW_DEMO=on is refused with NODE_ENV=production: demo accounts have a password everybody knows.',
    );
  const config: Settings = {
    production,
    host: env.HOST,
    port: env.PORT ?? defaultPort,
    portGiven: env.PORT !== undefined,
    publicUrl: withoutEndSlash(env.PUBLIC_URL ?? ''),
    home: resolve(checkout, env.FRONTROW_HOME ?? '.frontrow'),
    demo: (env.FRONTROW_DEMO ?? (production ? 'off' : 'on')) === 'on',
    processes: env.FRONTROW_PROCESSES ?? 1,
    roles: env.FRONTROW_ROLES ?? ['web', 'worker', 'rtmp'],
    rtmp: rtmpOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    livekit: livekitOf(env),
    redisUrl: env.REDIS_URL,
    captionsUrl: env.CAPTIONS_URL,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    smtpUrl: env.SMTP_URL,
    smtpTls: env.SMTP_TLS,
    mailBounceAddress: env.MAIL_BOUNCE_ADDRESS,
    mailFrom: env.MAIL_FROM ?? 'Frontrow <no-reply@frontrow.test>',
    s3: s3Of(env),
    stripe: stripeOf(env),
    paypal: paypalOf(env),
    payouts: payoutsOf(env),
    instagram: instagramOf(env),
    openId: openIdOf(env),
    rally: rallyOf(env),
    chains: chainsOf(environment),
    walletConnectId: env.WALLETCONNECT_PROJECT_ID,
    walletPasses: { apple: appleWalletOf(env), google: googleWalletOf(env) },
    sandboxInProduction: env.FRONTROW_SANDBOX === 'allow',
    broadcastViewersMax: env.BROADCAST_VIEWERS_MAX ?? broadcastViewersMaxDefault,
    broadcastWebrtcViewersMax: webrtcViewersOf(env),
    broadcastChatSocketsMax: env.BROADCAST_CHAT_SOCKETS_MAX ?? chatSocketsMaxDefault,
    lateRefund: env.LATE_REFUND ?? 'on_request',
    metricsToken: env.FRONTROW_METRICS_TOKEN,
    supportUrl: env.FRONTROW_SUPPORT_URL ?? '/help',
    helpUrl: env.FRONTROW_HELP_URL ?? '/help',
    appStoreUrl: env.FRONTROW_APP_STORE_URL,
    playStoreUrl: env.FRONTROW_PLAY_STORE_URL,
    secret: env.FRONTROW_SECRET,
    sealing: { secret: env.FRONTROW_SEALING_SECRET, accepted: env.FRONTROW_SEALING_SECRET_ACCEPTED },
    signing: { secret: env.FRONTROW_SIGNING_SECRET, accepted: env.FRONTROW_SIGNING_SECRET_ACCEPTED },
  };
  if (production) refuseUnsafeProduction(config, env);
  return config;
}

/** An empty value counts as not set: shells and compose files leave such behind. */
function read(environment: Given): Environment {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => isMeantForUs(name) && !chainSetting.test(name) && value?.trim(),
    ),
  );
  const { data, error } = environmentSchema.safeParse(given);
  if (error) throw new BadSetting(sentenceOf(error, given));
  return data;
}

function sentenceOf({ issues }: z.core.$ZodError, given: Given): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return `${unknown.keys[0]} is not a setting Frontrow knows. Remove it, or see docs/configuration.md.`;
  const [{ message, path }] = issues as [z.core.$ZodIssue];
  const name = String(path[0]);
  return message.replace('{name}', () => name).replace('{given}', () => given[name] ?? '');
}

function refuseUnsafeProduction(config: Settings, env: Environment): void {
  if (config.secret === undefined && (config.redisUrl !== undefined || env.FRONTROW_ROLES !== undefined))
    throw new BadSetting(
      'FRONTROW_SECRET is needed with NODE_ENV=production where REDIS_URL or FRONTROW_ROLES is set: all processes must ' +
        'have the same one, and what it encrypts is lost with it.',
    );
  if (config.databaseUrl === undefined)
    throw new BadSetting('DATABASE_URL is needed with NODE_ENV=production: the built-in database is for development.');
  if (config.publicUrl === '')
    throw new BadSetting('PUBLIC_URL is needed with NODE_ENV=production: mails and payments link to it.');
  if (config.livekit === undefined)
    throw new BadSetting(
      'LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET are needed with NODE_ENV=production: ' +
        'the built-in video engine is for development.',
    );
  if (!config.stripe && !config.sandboxInProduction)
    throw new BadSetting(
      'Payments are the sandbox, which moves no money: with NODE_ENV=production set STRIPE_SECRET_KEY, ' +
        'or FRONTROW_SANDBOX=allow to accept that.',
    );
}

const withoutEndSlash = (address: string): string => address.replace(/\/+$/, '');

/** The embedded engine shares this machine's cores. How many viewers another engine carries, its operator says. */
const webrtcViewersOf = (env: Environment): number =>
  env.BROADCAST_WEBRTC_VIEWERS_MAX ??
  (env.LIVEKIT_URL === undefined
    ? availableParallelism() * webrtcViewersPerCore
    : (env.BROADCAST_VIEWERS_MAX ?? broadcastViewersMaxDefault));

function rtmpOf(env: Environment): Config['rtmp'] {
  const { RTMPS_CERT: cert, RTMPS_KEY: key } = env;
  return {
    port: env.RTMP_PORT ?? defaultRtmpPort,
    portGiven: env.RTMP_PORT !== undefined,
    publicUrl: env.RTMP_PUBLIC_URL && withoutEndSlash(env.RTMP_PUBLIC_URL),
    tls: cert && key ? { ...certificateOf(cert, key), ...tlsPortOf(env) } : undefined,
  };
}

const tlsPortOf = (env: Environment) => ({
  port: env.RTMPS_PORT ?? defaultRtmpsPort,
  portGiven: env.RTMPS_PORT !== undefined,
});

/** Read and tried at the start: an encoder would only see that the connection ends. */
function certificateOf(certFile: string, keyFile: string): { readonly cert: string; readonly key: string } {
  const cert = pemOf('RTMPS_CERT', certFile);
  const key = pemOf('RTMPS_KEY', keyFile);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new BadSetting('RTMPS_CERT and RTMPS_KEY are not a certificate and its key: give two PEM files.');
  }
  return { cert, key };
}

function pemOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadSetting(`${name}=${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const socketUrl = (address: string): string => withoutEndSlash(address.replace(/^http/, 'ws'));
/** LiveKit Cloud guards its own interfaces, and its clients choose the nearest region themselves. */
const isLivekitCloud = (address: string): boolean => new URL(address).hostname.endsWith('.livekit.cloud');

function livekitOf(env: Environment): Config['livekit'] {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = env;
  if (!url || !apiKey || !apiSecret) return undefined;
  const asked = env.LIVEKIT_PUBLIC_URL ?? (isLivekitCloud(url) ? url : undefined);
  return { url: socketUrl(url), publicUrl: asked && socketUrl(asked), apiKey, apiSecret };
}

function s3Of(env: Environment): Config['s3'] {
  const { S3_BUCKET: bucket, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  return {
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    endpoint: env.S3_ENDPOINT,
    publicUrl: env.S3_PUBLIC_URL,
  };
}

function stripeOf(env: Environment): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (!secretKey || !publishableKey || !webhookSecret) return undefined;
  return { secretKey, publishableKey, webhookSecret };
}

function paypalOf(env: Environment): Config['paypal'] {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = env;
  if (!clientId || !clientSecret || !webhookId) return undefined;
  const environment = env.PAYPAL_ENVIRONMENT ?? (env.NODE_ENV === 'production' ? 'live' : 'sandbox');
  return { clientId, clientSecret, webhookId, live: environment === 'live' };
}

function payoutsOf(env: Environment): Config['payouts'] {
  const { SEPA_DEBTOR_NAME: name, SEPA_DEBTOR_IBAN: iban, SEPA_DEBTOR_BIC: bic } = env;
  const { SEPA_DEBTOR_STREET: street, SEPA_DEBTOR_POSTCODE: postcode, SEPA_DEBTOR_TOWN: town } = env;
  const { SEPA_DEBTOR_COUNTRY: country } = env;
  const address = street && postcode && town && country ? { street, postcode, town, country } : undefined;
  return {
    stripeWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
    paypalWebhookId: env.PAYPAL_PAYOUTS_WEBHOOK_ID,
    sepaDebtor: name && iban ? { name, iban, bic, address, bankZone: env.SEPA_BANK_ZONE } : undefined,
  };
}

/** Instagram's own addresses unless others are given. */
function instagramOf(env: Environment): Config['instagram'] {
  const { INSTAGRAM_CLIENT_ID: clientId, INSTAGRAM_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return undefined;
  return {
    clientId,
    clientSecret,
    authorizeUrl: env.INSTAGRAM_AUTHORIZE_URL ?? 'https://www.instagram.com/oauth/authorize',
    tokenUrl: env.INSTAGRAM_TOKEN_URL ?? 'https://api.instagram.com/oauth/access_token',
    profileUrl: env.INSTAGRAM_PROFILE_URL ?? 'https://graph.instagram.com/me?fields=user_id,username,name',
    scope: env.INSTAGRAM_SCOPE ?? 'instagram_business_basic',
  };
}

function openIdOf(env: Environment): Config['openId'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME ?? new URL(issuer).hostname };
}

/**
 * Read and tried at the start: a pass that is signed with the wrong key is made all the same, and every phone refuses
 * it without a word. The pass type and the team are part of the certificate.
 */
function appleWalletOf(env: Environment): Config['walletPasses']['apple'] {
  const { WALLET_APPLE_CERT: certFile, WALLET_APPLE_KEY: keyFile, WALLET_APPLE_WWDR: wwdrFile } = env;
  if (!certFile || !keyFile || !wwdrFile) return undefined;
  const cert = pemOf('WALLET_APPLE_CERT', certFile);
  const key = pemOf('WALLET_APPLE_KEY', keyFile);
  const wwdr = pemOf('WALLET_APPLE_WWDR', wwdrFile);
  const parsed = certificatesOf(cert, key, wwdr);
  if (!parsed)
    throw new BadSetting(
      'WALLET_APPLE_CERT, WALLET_APPLE_KEY and WALLET_APPLE_WWDR are not a certificate, its unencrypted RSA key and ' +
        'the certificate of Apple that signed it: give three PEM files.',
    );
  const partOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(parsed.subject)?.[1];
  const passTypeId = partOf('UID');
  const teamId = partOf('OU');
  if (!passTypeId?.startsWith('pass.') || !teamId)
    throw new BadSetting(`WALLET_APPLE_CERT=${certFile} is not the certificate of a pass type.`);
  return { cert, key, wwdr, passTypeId, teamId };
}

function certificatesOf(cert: string, key: string, wwdr: string): X509Certificate | undefined {
  try {
    const [own, signer, privateKey] = [new X509Certificate(cert), new X509Certificate(wwdr), createPrivateKey(key)];
    const isRight =
      privateKey.asymmetricKeyType === 'rsa' && own.checkPrivateKey(privateKey) && own.checkIssued(signer);
    return isRight ? own : undefined;
  } catch {
    return undefined;
  }
}

const serviceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

function googleWalletOf(env: Environment): Config['walletPasses']['google'] {
  const { WALLET_GOOGLE_ISSUER_ID: issuerId, WALLET_GOOGLE_KEY: keyFile } = env;
  if (!issuerId || !keyFile) return undefined;
  try {
    const account = serviceAccount.parse(JSON.parse(pemOf('WALLET_GOOGLE_KEY', keyFile)));
    createPrivateKey(account.private_key);
    return {
      issuerId,
      clientEmail: account.client_email,
      privateKey: account.private_key,
      keyId: account.private_key_id,
      tokenUrl: account.token_uri,
    };
  } catch (error) {
    if (error instanceof BadSetting) throw error;
    throw new BadSetting(
      `WALLET_GOOGLE_KEY=${keyFile} is not the key file of a service account: Google Cloud gives it as JSON.`,
    );
  }
}

function rallyOf(env: Environment): Config['rally'] {
  const { RALLY_CLIENT_ID: clientId, RALLY_CLIENT_SECRET: clientSecret } = env;
  const { RALLY_AUTHORIZE_URL: authorizeUrl, RALLY_TOKEN_URL: tokenUrl, RALLY_HOLDINGS_URL: holdingsUrl } = env;
  if (!clientId || !clientSecret || !authorizeUrl || !tokenUrl || !holdingsUrl) return undefined;
  return { clientId, clientSecret, authorizeUrl, tokenUrl, holdingsUrl };
}

/** The chains of `RALLY_RPC_<chainId>`. An endpoint often holds a key, so no sentence names it. */
function chainsOf(environment: Given): Config['chains'] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const id = chainSetting.exec(name)?.[1];
    if (id === undefined || !value?.trim()) return [];
    const endpoints = value.split(',').map((one) => one.trim());
    if (endpoints.length > chainEndpointsMax || !endpoints.every(isEndpoint))
      throw new BadSetting(
        `${name} is not one address, or two with a comma between them, that start with https://: only an address of ` +
          'this machine may be plain http.',
      );
    return [{ id: Number(id), endpoints }];
  });
}
