import { randomUUID } from 'node:crypto';
import type { Kit } from '../kit.ts';
import type { Check } from './check.ts';
import { checkDatabase } from './check-database.ts';
import {
  missingWebhooks,
  paypalNews,
  paypalPayoutNews,
  type RegisteredWebhook,
  stripeNews,
  stripePayoutNews,
} from './check-webhooks.ts';
import { checkEngine } from './check-engine.ts';
import { checkEnginePaths } from './check-engine-paths.ts';
import { reasonOf } from './reason-of.ts';

type Needs = Pick<Kit, 'config' | 'video' | 'mail' | 'storage' | 'cards' | 'wallets'> & {
  /** Why Redis does not answer there; undefined if it does. */
  readonly pingRedis: (url: string) => Promise<string | undefined>;
  readonly webhooksAtStripe: () => Promise<readonly RegisteredWebhook[]>;
  readonly webhooksAtPaypal: () => Promise<readonly RegisteredWebhook[]>;
};

/** Everything production needs, each checked for real. `mailTo`: the recipient of the test email. */
export const checksOf = (kit: Needs, mailTo: string | undefined): readonly Check[] => [
  checkDatabase(kit.config),
  {
    part: 'Redis',
    notSet:
      kit.config.redisUrl === undefined
        ? 'REDIS_URL is not set: each process counts calls separately, which is right for one.'
        : undefined,
    async look() {
      const why = await kit.pingRedis(kit.config.redisUrl ?? '');
      if (why === undefined) return 'It answers.';
      throw new Error(
        `REDIS_URL cannot be used (${why}): check the address. Until then processes count by themselves.`,
      );
    },
  },
  checkEngine(
    kit.video,
    kit.config.livekit ? undefined : 'LIVEKIT_URL is not set: the built-in engine is used, for development.',
    kit.config.livekit?.url,
  ),
  checkEnginePaths(kit.config),
  {
    part: 'mail',
    notSet:
      kit.config.smtpUrl === undefined
        ? 'SMTP_URL is not set: mails lie in the mailbox at /dev/mailbox.'
        : mailTo === undefined
          ? 'Nothing was sent. To send a test email: `npm run doctor -- --mail you@example.com`.'
          : undefined,
    async look() {
      const text = 'This is a test email from Frontrow. Sending email works.';
      const dedupeKey = `doctor:${randomUUID()}`;
      try {
        await kit.mail.send({ dedupeKey, to: mailTo ?? '', subject: 'Frontrow: test email', text, html: text });
      } catch (error) {
        throw new Error(
          `SMTP_URL took no letter (${reasonOf(error)}): check host, port, user and password, and that MAIL_FROM may ` +
            'send.',
          { cause: error },
        );
      }
      return `The mail server accepted a test email to ${mailTo}. Check that it arrives, and not in the spam folder.`;
    },
  },
  {
    part: 'storage',
    async look() {
      const key = `doctor/${randomUUID()}.png`;
      const bytes = Buffer.from('frontrow');
      try {
        await kit.storage.put(key, bytes, 'image/png');
        const found = await kit.storage.get(key);
        if (!found || !Buffer.from(found.bytes).equals(bytes)) throw new Error('it was not there');
      } catch (error) {
        throw new Error(
          `A file could not be kept (${reasonOf(error)}): check S3_BUCKET, S3_REGION, S3_ENDPOINT and that the key ` +
            'may read, write and delete; or that FRONTROW_HOME is writable.',
          { cause: error },
        );
      } finally {
        await kit.storage.delete(key).catch(() => undefined);
      }
      return kit.config.s3 ? 'A file was kept in the bucket and deleted.' : 'A file was kept on the disk and deleted.';
    },
  },
  {
    part: 'Stripe',
    notSet: kit.config.stripe
      ? undefined
      : 'STRIPE_SECRET_KEY is not set: cards are the sandbox, which moves no money.',
    async look() {
      await kit.cards.intent('pi_frontrow_doctor').catch(() => {
        throw new Error('Stripe does not take STRIPE_SECRET_KEY, or cannot be reached: compare it with the dashboard.');
      });
      const wanted =
        kit.config.payouts.stripeWebhookSecret === undefined ? [stripeNews] : [stripeNews, stripePayoutNews];
      const missing = missingWebhooks('Stripe', kit.config.publicUrl, await kit.webhooksAtStripe(), wanted);
      if (missing) throw new Error(missing);
      return 'Stripe takes the key, and its webhooks come to us.';
    },
  },
  {
    part: 'PayPal',
    notSet: kit.config.paypal ? undefined : 'PAYPAL_CLIENT_ID is not set: the wallet is the sandbox.',
    async look() {
      await kit.wallets.order('0FRONTROWDOCTOR00').catch(() => {
        throw new Error(
          'PayPal does not take client id and secret, or cannot be reached: is PAYPAL_ENVIRONMENT right?',
        );
      });
      const wanted = kit.config.payouts.paypalWebhookId === undefined ? [paypalNews] : [paypalNews, paypalPayoutNews];
      const missing = missingWebhooks('PayPal', kit.config.publicUrl, await kit.webhooksAtPaypal(), wanted);
      if (missing) throw new Error(missing);
      return 'PayPal takes the client, and its webhooks come to us.';
    },
  },
];
