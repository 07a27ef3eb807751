import { domainToASCII } from 'node:url';
import type { ContactTopic } from '@frontrow/contract/system/limits.ts';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { cutText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { onFact, recordFact, type FactHandler } from '../../facts/fact-handler.ts';
import type { Sql } from '../../db/db.ts';
import { say } from '../../i18n/say.ts';
import type { Kit } from '../../kit.ts';
import { composeMail, inReadersLanguage } from '../../mail/compose-mail.ts';
import { sendEach } from '../../mail/news-mails.ts';

/** Code points of a message to support. */
const messageCharsMax = 2_000;
const previewCharsMax = 100;
/** Messages with one reply address in an hour: more of them say nothing new. */
const perAddress = { scope: 'contact', max: 5, windowMs: hours(1) } as const;

const topicNames = (): Readonly<Record<ContactTopic, string>> => ({
  ticket: say`A ticket`,
  payment: say`A payment or refund`,
  account: say`An account`,
  hosting: say`Hosting`,
  room: say`Video or chat`,
  other: say`Something else`,
});

/** What accounts tells us of the sender and of app admins, and where it counts messages. */
export interface Senders {
  addressOf(accountId: number): Promise<string | undefined>;
  adminAddresses(): Promise<readonly string[]>;
  /** Throws `too_many_requests`. */
  consumeAttempt(sql: Sql, limit: typeof perAddress, key: string): Promise<void>;
}

interface ContactDeps extends Pick<Kit, 'db' | 'ids'> {
  readonly accounts: Senders;
}

/**
 * Passes a message on to support. Refuses `contact_message_missing`, `contact_message_too_long`, and `email_invalid`
 * where neither the message nor the account has an address to answer to.
 */
export async function contactSupport(
  { accounts, db, ids }: ContactDeps,
  actor: Actor,
  typed: { topic: ContactTopic; message: string; email?: string | undefined },
): Promise<void> {
  const message = typed.message.trim();
  if (message === '') throw refuse('contact_message_missing', {}, { field: 'message' });
  if (Array.from(message).length > messageCharsMax)
    throw refuse('contact_message_too_long', { maximum: messageCharsMax }, { field: 'message' });
  const accountId = actor.kind === 'account' ? actor.id : null;
  const own = accountId === null ? undefined : await accounts.addressOf(accountId);
  const email = readEmail(typed.email?.trim() || own || '', domainToASCII);
  await accounts.consumeAttempt(db, perAddress, email);
  await recordFact(db, {
    topic: 'SupportContacted',
    dedupeKey: `contact:${ids.uuid()}`,
    payload: { accountId, topic: typed.topic, email, message },
  });
}

interface SupportDeps extends Pick<Kit, 'config' | 'db' | 'mail'> {
  readonly accounts: Senders;
}

/** The configured support address, else every app admin with an address. */
async function supportAddresses({
  accounts,
  config,
}: Pick<SupportDeps, 'accounts' | 'config'>): Promise<readonly string[]> {
  if (config.supportUrl.startsWith('mailto:')) return [decodeURIComponent(new URL(config.supportUrl).pathname)];
  return accounts.adminAddresses();
}

interface SupportMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly topic: ContactTopic;
  readonly email: string;
  /** Undefined where the sender was not logged in. */
  readonly username: string | undefined;
  readonly message: string;
}

const supportMail = inReadersLanguage(({ dedupeKey, to, topic, email, username, message }: SupportMailParts) => {
  const about = topicNames()[topic];
  return composeMail({
    dedupeKey,
    to,
    subject: say`Support request: ${about}`,
    preview: cutText(message, previewCharsMax),
    heading: say`New support request`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          { label: say`About`, value: about },
          { label: say`From`, value: username === undefined ? email : `${email} (@${username})` },
        ],
      },
      { kind: 'text', text: message, written: true },
      { kind: 'button', label: say`Reply`, url: `mailto:${encodeURIComponent(email)}` },
    ],
    footer: say`You’re receiving this email because you handle support for Frontrow.`,
  });
});

/** Emails each message to support. */
export const supportFacts = ({ accounts, config, db, mail }: SupportDeps): FactHandler[] => [
  onFact(
    'SupportContacted',
    'email support',
    async ({ dedupeKey, payload: { accountId, email, message, topic } }) => {
      // The account was erased before the message was delivered.
      if (email === undefined || message === undefined) return;
      const username = accountId === null ? undefined : await usernameOf(db, accountId);
      const to = await supportAddresses({ accounts, config });
      await sendEach(
        mail,
        to.map((address) =>
          supportMail({ dedupeKey: `${dedupeKey}:${address}`, to: address, topic, email, username, message }),
        ),
      );
    },
    { queue: 'mail', priority: 'normal' },
  ),
];

async function usernameOf(db: Kit['db'], accountId: number): Promise<string | undefined> {
  return (await db.one<{ username: string }>('SELECT username FROM app_user WHERE id = $1', [accountId]))?.username;
}
