import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import type { Kit } from '../kit.ts';
import type { AdapterNeeds } from './adapter-needs.ts';
import { readChains } from './chains/read-chains.ts';
import { choosePayments } from './choose-payments.ts';
import { choosePayouts } from './payouts/choose-payouts.ts';
import { chooseSocial } from './social-login/choose-social.ts';
import { openIdLogin } from './social-login/openid-login.ts';
import { chooseGates } from './token-gate/choose-gate.ts';
import { voskServer } from './transcription/vosk-server.ts';
import { appleWallet } from './wallet-passes/apple-wallet.ts';
import { googleWallet } from './wallet-passes/google-wallet.ts';
import { createWebhookSender } from './webhooks/send-webhook.ts';
import type { Config } from '../process/config.ts';
import { demoMailDomain, type Mail, MailError, notificationSettingsUrl } from '../ports/mail.ts';
import { createMailboxMail } from './mail/mailbox/mailbox-mail.ts';
import { createSmtpMail } from './mail/smtp/smtp-mail.ts';
import { withoutUndeliverable } from './mail/undeliverable.ts';
import type { Storage } from '../ports/storage.ts';
import { diskStorage } from './storage/disk/disk-storage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/log.ts';
import type { VideoEngine } from '../ports/video-engine.ts';
import type { Video } from '../ports/video.ts';
import type { WalletPasses } from '../ports/wallet-passes.ts';
import { forwardedUrl } from '../http/addresses.ts';
import { createLivekitVideo } from './video/livekit/livekit-video.ts';
import { createMemoryVideo } from './video/memory/memory-video.ts';

export type Adapters = Pick<
  Kit,
  | 'video'
  | 'cards'
  | 'wallets'
  | 'paymentSandbox'
  | 'payoutBanks'
  | 'sepaFiles'
  | 'mail'
  | 'storage'
  | 'social'
  | 'openId'
  | 'tokenGates'
  | 'chains'
  | 'webhooks'
  | 'walletPasses'
  | 'transcription'
>;

/** Picks the adapter of each port from the configuration: the real one where it is set, else the shipped stand-in. */
export async function chooseAdapters(needs: AdapterNeeds): Promise<Adapters> {
  const mail = chooseMail(needs);
  const storage = await chooseStorage(needs);
  const chains = readChains({ chains: needs.config.chains, log: needs.log });
  return {
    video: chooseVideo(needs),
    ...(await choosePayments(needs)),
    ...(await choosePayouts(needs)),
    mail,
    storage,
    social: chooseSocial(needs),
    openId: needs.config.openId && openIdLogin({ ...needs, settings: needs.config.openId }),
    chains,
    transcription: needs.config.captionsUrl === undefined ? undefined : voskServer(needs.config.captionsUrl),
    webhooks: createWebhookSender({ loopback: !needs.config.production }),
    walletPasses: chooseWalletPasses(needs),
    tokenGates: chooseGates({ ...needs, chains }),
  };
}

/** There is no stand-in: a pass that no phone accepts would be of no use. */
function chooseWalletPasses({ config, clock }: Pick<AdapterNeeds, 'config' | 'clock'>): WalletPasses {
  const { apple, google } = config.walletPasses;
  const { publicUrl } = config;
  return {
    apple: apple && appleWallet({ settings: apple, publicUrl }),
    google: google && googleWallet({ settings: google, clock }),
  };
}

type MailNeeds = Pick<AdapterNeeds, 'config' | 'db' | 'clock' | 'log'>;

/** SMTP where it is set, else the dev mailbox, never in production. */
export const chooseMail = (needs: MailNeeds): Mail =>
  withReadersLanguage(withSettingsLink(mailOf(needs), needs.config), needs.db);

function mailOf({ config, db, clock, log }: MailNeeds): Mail {
  const { smtpUrl: url, mailFrom: from, mailBounceAddress: bounceAddress } = config;
  if (url) {
    const requireTls = config.smtpTls && config.smtpTls === 'required';
    const smtp = createSmtpMail({ url, from, bounceAddress, requireTls, db, clock });
    return withoutUndeliverable(withoutDemo(smtp), db);
  }
  return config.production ? createUnsetMail(log) : withoutUndeliverable(createMailboxMail(db), db);
}

/** Composes each mail in the language of the account, or of the guest, that its address belongs to. */
const withReadersLanguage = (mail: Mail, db: MailNeeds['db']): Mail => ({
  ...mail,
  async send({ inLanguage, ...message }) {
    if (!inLanguage) return mail.send(message);
    const reader = await db.one<{ language: Language | null }>(
      // Its proven owner decides, then its guest; anyone may sign up with an address.
      `SELECT language FROM app_user WHERE email_norm = $1 OR guest_email_norm = $1
       ORDER BY email_norm IS NULL OR email_verified_at IS NULL, guest_email_norm IS NULL, id DESC LIMIT 1`,
      [message.to],
    );
    const language = reader?.language ?? sourceLanguage;
    // What the caller added to the mail stays.
    await mail.send(language === sourceLanguage ? message : { ...message, ...inLanguage(language) });
  },
});

const withSettingsLink = (mail: Mail, config: Config): Mail => ({
  ...mail,
  send({ html, text, ...message }) {
    const url = `${config.publicUrl}/notifications`;
    const linked = (part: string): string => part.replaceAll(notificationSettingsUrl, () => url);
    return mail.send({ ...message, html: linked(html), text: linked(text) });
  },
});

/** Demo accounts read nothing, and a real server would hand back an error for every email to them. */
const withoutDemo = (mail: Mail): Mail => ({
  ...mail,
  async send(message) {
    if (!message.to.toLowerCase().endsWith(`@${demoMailDomain}`)) await mail.send(message);
  },
});

/** True where mails can be read at `/dev/mailbox`. */
export const hasDevMailbox = (config: Config): boolean => !config.production && !config.smtpUrl;

/** S3 where a bucket is named, else a folder in the home. */
async function chooseStorage({ config }: { config: Config }): Promise<Storage> {
  if (config.s3 === undefined) return diskStorage(config.home);
  // Loaded only where it is used: the client is large.
  const { s3Storage } = await import('./storage/s3/s3-storage.ts');
  return s3Storage(config.s3);
}

/**
 * The engine that is named, else the embedded one, else (in tests) the stand-in. Browsers reach it through the
 * app, except where the settings name a separate address for them.
 */
export function chooseVideo({
  config,
  clock,
  log,
  videoEngine,
}: {
  config: Config;
  clock: Clock;
  log: Logger;
  videoEngine: VideoEngine | undefined;
}): Video {
  const engine = config.livekit ? externalEngine(config.livekit) : videoEngine;
  const isDirect = config.livekit?.publicUrl !== undefined;
  const forwardedAt = isDirect ? undefined : forwardedUrl(config.publicUrl);
  return engine
    ? createLivekitVideo({ engine, clock, log, forwardedAt })
    : createMemoryVideo({ clock, clientUrl: forwardedUrl(config.publicUrl) });
}

/** Production without SMTP: mails wait in the outbox, so that nothing is lost until SMTP_URL is set. */
export function createUnsetMail(log: Logger): Mail {
  log.warn({}, 'SMTP_URL is not set: mails wait until it is');
  return {
    state: () => 'down',
    async send({ to }) {
      throw new MailError('settings', 'SMTP_URL is not set', to);
    },
  };
}

/**
 * The engine the configuration names (`LIVEKIT_URL`): not ours to start; the adapter's breaker tells whether it
 * answers.
 */
function externalEngine({ url, publicUrl = url, apiKey, apiSecret }: NonNullable<Config['livekit']>): VideoEngine {
  return {
    state: () => 'ready',
    url: publicUrl.replace(/^http/, 'ws'),
    httpUrl: url.replace(/^ws/, 'http'),
    apiKey,
    apiSecret,
    onReady: (listener) => listener(),
  };
}
