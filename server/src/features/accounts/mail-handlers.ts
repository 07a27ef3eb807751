import {
  changeEmailLinkPath,
  magicLinkPath,
  resetPasswordLinkPath,
  socialLinkPath,
  verifyEmailLinkPath,
} from '@frontrow/contract/accounts/links.ts';
import {
  changeEmailLinkMs,
  magicLinkMs,
  mailsWindowMs,
  proofMailsPerAddressMax,
  proofMailsPerOwnerMax,
  resetLinkMs,
  socialLinkMs,
  verifyEmailLinkMs,
} from '@frontrow/core/accounts/limits.ts';
import type { Sql } from '../../db/db.ts';
import type { Topic } from '../../facts/catalogue.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { sendEach } from '../../mail/news-mails.ts';
import type { MailMessage } from '../../ports/mail.ts';
import { type AttemptLimit, returnAttempt, tryAttempt } from './attempts.ts';
import { hasTicketOrPlace, type JoinLink, wasRemoved } from './join-links.ts';
import {
  influencerRequestMail,
  joinLinkMail,
  noTicketMail,
  takenEmailMail,
  verifyEmailMail,
} from './mails/account-mails.ts';
import {
  changeEmailMail,
  emailMovesMail,
  magicLinkMail,
  passkeyMail,
  passwordChangedMail,
  resetPasswordMail,
  secondFactorMail,
  socialConnectedMail,
  socialLinkMail,
} from './mails/log-in-mails.ts';
import { moderationMail } from './mails/moderation-mails.ts';
import { issueLink } from './one-time-links.ts';
import { type AccountRow, findAccount, findByEmail } from './records.ts';
import { identitiesOf, providerName } from './social/connections.ts';

type ProofDeps = Pick<Kit, 'config' | 'db' | 'ids' | 'mail' | 'openId'>;
type ProofFact = RecordedFact<'AccountCreated' | 'VerificationAsked'>;

const proofMails = (owner: AccountRow | undefined): AttemptLimit => ({
  scope: owner ? 'proof_mail_owner' : 'proof_mail',
  max: owner ? proofMailsPerOwnerMax : proofMailsPerAddressMax,
  windowMs: mailsWindowMs,
});

async function mailProof(deps: ProofDeps, fact: ProofFact): Promise<void> {
  const { db, mail } = deps;
  const account = await findAccount(db, fact.payload.accountId);
  if (!account?.email || account.isGuest || account.emailVerified) return;
  const { email } = account;
  const { owner } = await findByEmail(db, email);
  const limit = proofMails(owner);
  if (!(await tryAttempt(db, limit, email)).ok) return;
  try {
    await mail.send({ ...(await proofMail(deps, fact, { ...account, email }, owner)), requested: true });
  } catch (error) {
    // The fact is delivered again.
    await returnAttempt(db, { ...limit, key: email });
    throw error;
  }
}

async function proofMail(
  deps: ProofDeps,
  fact: ProofFact,
  { email: to, id, name, username }: AccountRow & { email: string },
  owner: AccountRow | undefined,
): Promise<MailMessage> {
  const { config, db, ids } = deps;
  const dedupeKey = `verify:${fact.dedupeKey}`;
  const browser = 'browser' in fact.payload ? fact.payload.browser : null;
  if (owner && browser) return socialLink(deps, { dedupeKey, owner, to, claimId: id, browser });
  const token = await issueLink(db, ids, {
    purpose: 'verify_email',
    userId: id,
    payload: { email: to },
    validMs: verifyEmailLinkMs,
  });
  const url = `${config.publicUrl}${verifyEmailLinkPath(token)}`;
  return owner
    ? takenEmailMail({
        dedupeKey,
        to,
        name: owner.name,
        username: owner.username,
        url,
        publicUrl: config.publicUrl,
      })
    : verifyEmailMail({ dedupeKey, to, name, username, url });
}

async function socialLink(
  deps: ProofDeps,
  asked: {
    dedupeKey: string;
    owner: AccountRow;
    to: string;
    claimId: number;
    browser: string;
  },
): Promise<MailMessage> {
  const { config, db, ids } = deps;
  const { dedupeKey, owner, to, claimId, browser } = asked;
  const [identity] = await identitiesOf(db, claimId);
  const provider = providerName(deps, identity?.provider.startsWith('openid:') ? 'openid' : 'instagram');
  const token = await issueLink(db, ids, {
    purpose: 'social_link',
    userId: owner.id,
    payload: { email: to, claimId: String(claimId), browser, provider },
    validMs: socialLinkMs,
  });
  const url = `${config.publicUrl}${socialLinkPath(token)}`;
  return socialLinkMail({ dedupeKey, to, name: owner.name, handle: identity?.handle ?? '', provider, url });
}

type MailDeps = ProofDeps;
type JoinDeps = MailDeps & { readonly joinLink: JoinLink };

/**
 * Sends the emails that facts about accounts cause. The fact's dedupe key makes a fact that is handled twice send one.
 */
export function accountsMailHandlers(deps: JoinDeps): FactHandler[] {
  const mailOn = <T extends Topic>(
    topic: T,
    name: string,
    handle: (deps: JoinDeps, fact: RecordedFact<T>) => Promise<void>,
  ) => onFact(topic, name, (fact) => handle(deps, fact), { queue: 'mail' });
  return [
    mailOn('PasswordResetAsked', 'mail a link for a new password', passwordReset),
    mailOn('MagicLinkAsked', 'mail a login link', magicLink),
    mailOn('InfluencerRequestDecided', 'tell what became of the request', requestDecided),
    mailOn('AccountModerated', 'mail what an app admin did', moderated),
    mailOn('EmailChangeAsked', 'prove the new address', emailChange),
    mailOn('SecondFactorChanged', 'tell about two-step login', secondFactor),
    mailOn('PasskeysChanged', 'tell about a passkey', passkeys),
    mailOn('SocialConnected', 'tell that Instagram is connected', connected),
    mailOn('PasswordChanged', 'tell that the password changed', changed),
    mailOn('AccountCreated', 'ask to prove the address', mailProof),
    mailOn('VerificationAsked', 'ask to prove the address again', mailProof),
    mailOn('GuestLinkAsked', 'mail a new join link', guestLink),
  ];
}

async function guestLink({ db, mail, joinLink }: JoinDeps, fact: RecordedFact<'GuestLinkAsked'>): Promise<void> {
  const { guestId, eventUuid } = fact.payload;
  if (guestId === null) return;
  const ticketOf = (await hasTicketOrPlace(db, guestId, eventUuid))
    ? eventUuid
    : await findReplayTicket(db, guestId, eventUuid);
  if (ticketOf === undefined && !(await wasRemoved(db, guestId, eventUuid))) return;
  const guest = await findAccount(db, guestId);
  const event = await db.one<{ title: string }>('SELECT title FROM event WHERE id = $1', [eventUuid]);
  if (!guest?.email || !event) return;
  const about = { dedupeKey: fact.dedupeKey, to: guest.email, title: event.title };
  if (ticketOf === undefined) {
    await mail.send({ ...noTicketMail(about), requested: true });
    return;
  }
  const url = await joinLink(guest.id, ticketOf, ticketOf === eventUuid ? undefined : eventUuid);
  await mail.send({ ...joinLinkMail({ ...about, url }), requested: true });
}

/** The event of the replay of this event for which the guest has a ticket. */
async function findReplayTicket(db: Sql, guestId: number, eventUuid: string): Promise<string | undefined> {
  const row = await db.one<{ event_id: string }>(
    `SELECT t.event_id FROM ticket t JOIN event e ON e.id = t.event_id
     WHERE t.holder_id = $1 AND e.replay_of = $2 AND t.voided_at IS NULL`,
    [guestId, eventUuid],
  );
  return row?.event_id;
}

async function passwordReset(deps: MailDeps, fact: RecordedFact<'PasswordResetAsked'>): Promise<void> {
  const { config, db, ids, mail } = deps;
  const account = await ownerOf(deps, fact);
  if (!account) return;
  const token = await issueLink(db, ids, {
    purpose: 'reset_password',
    userId: account.id,
    payload: { email: account.email },
    validMs: resetLinkMs,
  });
  await mail.send({
    ...resetPasswordMail({
      dedupeKey: fact.dedupeKey,
      to: account.email,
      name: account.name,
      url: `${config.publicUrl}${resetPasswordLinkPath(token)}`,
    }),
    requested: true,
  });
}

async function magicLink(deps: MailDeps, fact: RecordedFact<'MagicLinkAsked'>): Promise<void> {
  const { config, db, ids, mail } = deps;
  const account = await ownerOf(deps, fact);
  if (!account) return;
  const token = await issueLink(db, ids, {
    purpose: 'magic_link',
    userId: account.id,
    payload: { email: account.email },
    validMs: magicLinkMs,
  });
  await mail.send({
    ...magicLinkMail({
      dedupeKey: fact.dedupeKey,
      to: account.email,
      name: account.name,
      url: `${config.publicUrl}${magicLinkPath(token)}`,
    }),
    requested: true,
  });
}

async function changed(deps: MailDeps, fact: RecordedFact<'PasswordChanged'>): Promise<void> {
  const { config, mail } = deps;
  const account = await ownerOf(deps, fact);
  // The owner of the email address has another password, and would be alarmed for no reason.
  if (account && !(await isClaim(deps, account)))
    await mail.send(
      passwordChangedMail({
        dedupeKey: fact.dedupeKey,
        to: account.email,
        name: account.name,
        url: `${config.publicUrl}/login`,
      }),
    );
}

async function secondFactor(deps: MailDeps, fact: RecordedFact<'SecondFactorChanged'>): Promise<void> {
  const { config, mail } = deps;
  const account = await ownerOf(deps, fact);
  if (!account) return;
  const { email: to, name } = account;
  const url = `${config.publicUrl}/profile`;
  await mail.send(secondFactorMail({ dedupeKey: fact.dedupeKey, to, name, url, on: fact.payload.on }));
}

async function passkeys(deps: MailDeps, fact: RecordedFact<'PasskeysChanged'>): Promise<void> {
  const { config, mail } = deps;
  const account = await ownerOf(deps, fact);
  if (!account) return;
  const { email: to, name } = account;
  const url = `${config.publicUrl}/profile`;
  await mail.send(passkeyMail({ dedupeKey: fact.dedupeKey, to, name, url, added: fact.payload.added }));
}

async function connected(deps: MailDeps, fact: RecordedFact<'SocialConnected'>): Promise<void> {
  const { config, mail } = deps;
  const account = await ownerOf(deps, fact);
  if (!account) return;
  const { email: to, name } = account;
  const { provider = 'Instagram' } = fact.payload;
  const url = `${config.publicUrl}/profile`;
  await mail.send(socialConnectedMail({ dedupeKey: fact.dedupeKey, to, name, provider, url }));
}

async function requestDecided(deps: MailDeps, fact: RecordedFact<'InfluencerRequestDecided'>): Promise<void> {
  const { config, mail } = deps;
  const account = await ownerOf(deps, fact);
  const { refusedBecause } = fact.payload;
  if (!account) return;
  await mail.send(
    influencerRequestMail({
      dedupeKey: fact.dedupeKey,
      to: account.email,
      name: account.name,
      refusedBecause: refusedBecause ?? undefined,
      publicUrl: config.publicUrl,
    }),
  );
}

async function moderated({ config, db, mail }: MailDeps, fact: RecordedFact<'AccountModerated'>): Promise<void> {
  const { accountId, what, reason } = fact.payload;
  const account = await findAccount(db, accountId);
  if (!account?.email) return;
  await mail.send(
    moderationMail({
      dedupeKey: fact.dedupeKey,
      to: account.email,
      what,
      reason,
      hosts: account.role === 1,
      publicUrl: config.publicUrl,
    }),
  );
}

async function emailChange(deps: MailDeps, fact: RecordedFact<'EmailChangeAsked'>): Promise<void> {
  const { config, db, ids, mail } = deps;
  const account = await ownerOf(deps, fact);
  const { email: to, sessionVersion } = fact.payload;
  if (!account || to === undefined) return;
  const { email: now, name } = account;
  const profileUrl = `${config.publicUrl}/profile`;
  const notice = account.emailVerified
    ? [emailMovesMail({ dedupeKey: `${fact.dedupeKey}:now`, to: now, name, url: profileUrl })]
    : [];
  // The email address has an owner: no email is sent, and the person who requested it does not learn why.
  if ((await findByEmail(db, to)).owner) return sendEach(mail, notice);
  const token = await issueLink(db, ids, {
    purpose: 'change_email',
    userId: account.id,
    payload: { email: to, sessionVersion: String(sessionVersion) },
    validMs: changeEmailLinkMs,
  });
  const url = `${config.publicUrl}${changeEmailLinkPath(token)}`;
  const proof = { ...changeEmailMail({ dedupeKey: fact.dedupeKey, to, name, url }), requested: true };
  // The old email address may be dead, which is why people change it.
  return sendEach(mail, [...notice, proof]);
}

async function isClaim({ db }: MailDeps, account: { id: number; email: string }): Promise<boolean> {
  const { owner } = await findByEmail(db, account.email);
  return owner !== undefined && owner.id !== account.id;
}

async function ownerOf(
  { db }: MailDeps,
  fact: {
    payload: { accountId: number | null };
  },
): Promise<(Pick<AccountRow, 'id' | 'name' | 'emailVerified'> & { email: string }) | undefined> {
  if (fact.payload.accountId === null) return undefined;
  const account = await findAccount(db, fact.payload.accountId);
  return account?.email && !account.isGuest
    ? { id: account.id, email: account.email, name: account.name, emailVerified: account.emailVerified }
    : undefined;
}
