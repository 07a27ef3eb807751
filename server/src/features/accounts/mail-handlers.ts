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
import type { Topic } from '../../facts/catalogue.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import type { MailMessage } from '../../ports/mail.ts';
import { type AttemptLimit, giveAttemptBack, takeAttempt } from './attempts.ts';
import { holdsTicket } from './join-link.ts';
import { influencerRequestMail } from './mails/influencer-request-mail.ts';
import { joinLinkMail } from './mails/join-link-mail.ts';
import {
  changeEmailMail,
  emailMovesMail,
  magicLinkMail,
  passwordChangedMail,
  resetPasswordMail,
  secondFactorMail,
  socialConnectedMail,
  socialLinkMail,
} from './mails/log-in-mails.ts';
import { takenEmailMail, verifyEmailMail } from './mails/verify-email-mail.ts';
import { issueLink } from './one-time-links.ts';
import { connectedHandle } from './social/disconnect-social.ts';
import { type AccountRow, findAccount, findByEmail } from './store.ts';

const proofMails = (owner: AccountRow | undefined): AttemptLimit => ({
  scope: owner ? 'proof_mail_owner' : 'proof_mail',
  max: owner ? proofMailsPerOwnerMax : proofMailsPerAddressMax,
  windowMs: mailsWindowMs,
});

type ProofFact = RecordedFact<'AccountCreated' | 'VerificationAsked'>;

/** Sends the mails that facts about accounts cause. A fact handled twice mails once, by the fact's dedupe key. */
export function accountsMailHandlers(
  kit: Kit & { joinLink(userId: number, eventUuid: string): Promise<string> },
): FactHandler[] {
  const { config, db, ids, mail } = kit;

  /** Only this mail tells that an address has an owner, so only whoever reads the mailbox learns it. */
  const verify = async (fact: ProofFact): Promise<void> => {
    const account = await findAccount(db, fact.payload.accountId);
    if (!account?.email || account.isGuest || account.emailVerified) return;
    const { email } = account;
    const { owner } = await findByEmail(db, email);
    const limit = proofMails(owner);
    if (!(await takeAttempt(db, limit, email)).ok) return;
    try {
      await mail.send(await proofMail(fact, { ...account, email }, owner));
    } catch (error) {
      // The fact is delivered again.
      await giveAttemptBack(db, limit, email);
      throw error;
    }
  };

  const proofMail = async (
    fact: ProofFact,
    { email: to, id, name, username }: AccountRow & { email: string },
    owner: AccountRow | undefined,
  ): Promise<MailMessage> => {
    const dedupeKey = `verify:${fact.dedupeKey}`;
    const browser = 'browser' in fact.payload ? fact.payload.browser : null;
    if (owner && browser) return socialLink({ dedupeKey, owner, to, claimId: id, browser });
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
  };

  const socialLink = async (asked: {
    dedupeKey: string;
    owner: AccountRow;
    to: string;
    claimId: number;
    browser: string;
  }): Promise<MailMessage> => {
    const { dedupeKey, owner, to, claimId, browser } = asked;
    const token = await issueLink(db, ids, {
      purpose: 'social_link',
      userId: owner.id,
      payload: { email: to, claimId: String(claimId), browser },
      validMs: socialLinkMs,
    });
    const handle = (await connectedHandle(db, claimId)) ?? '';
    const url = `${config.publicUrl}${socialLinkPath(token)}`;
    return socialLinkMail({ dedupeKey, to, name: owner.name, handle, url });
  };

  const guestLink = async (fact: RecordedFact<'GuestLinkAsked'>): Promise<void> => {
    const { guestId, eventUuid } = fact.payload;
    if (guestId === null || !(await holdsTicket(db, guestId, eventUuid))) return;
    const guest = await findAccount(db, guestId);
    const event = await db.one<{ title: string }>('SELECT title FROM event WHERE id = $1', [eventUuid]);
    if (!guest?.email || !event) return;
    const url = await kit.joinLink(guest.id, eventUuid);
    await mail.send(joinLinkMail({ dedupeKey: fact.dedupeKey, to: guest.email, title: event.title, url }));
  };

  const passwordReset = async (fact: RecordedFact<'PasswordResetAsked'>): Promise<void> => {
    const account = await ownerOf(fact);
    if (!account) return;
    const token = await issueLink(db, ids, {
      purpose: 'reset_password',
      userId: account.id,
      payload: { email: account.email },
      validMs: resetLinkMs,
    });
    await mail.send(
      resetPasswordMail({
        dedupeKey: fact.dedupeKey,
        to: account.email,
        name: account.name,
        url: `${config.publicUrl}${resetPasswordLinkPath(token)}`,
      }),
    );
  };

  const magicLink = async (fact: RecordedFact<'MagicLinkAsked'>): Promise<void> => {
    const account = await ownerOf(fact);
    if (!account) return;
    const token = await issueLink(db, ids, {
      purpose: 'magic_link',
      userId: account.id,
      payload: { email: account.email },
      validMs: magicLinkMs,
    });
    await mail.send(
      magicLinkMail({
        dedupeKey: fact.dedupeKey,
        to: account.email,
        name: account.name,
        url: `${config.publicUrl}${magicLinkPath(token)}`,
      }),
    );
  };

  const changed = async (fact: RecordedFact<'PasswordChanged'>): Promise<void> => {
    const account = await ownerOf(fact);
    // The owner of the address has another password, and would be alarmed for nothing.
    if (account && !(await isClaim(account)))
      await mail.send(
        passwordChangedMail({
          dedupeKey: fact.dedupeKey,
          to: account.email,
          name: account.name,
          url: `${config.publicUrl}/login`,
        }),
      );
  };

  const secondFactor = async (fact: RecordedFact<'SecondFactorChanged'>): Promise<void> => {
    const account = await ownerOf(fact);
    if (!account) return;
    const { email: to, name } = account;
    const url = `${config.publicUrl}/profile`;
    await mail.send(secondFactorMail({ dedupeKey: fact.dedupeKey, to, name, url, on: fact.payload.on }));
  };

  const connected = async (fact: RecordedFact<'SocialConnected'>): Promise<void> => {
    const account = await ownerOf(fact);
    if (!account) return;
    const { email: to, name } = account;
    await mail.send(socialConnectedMail({ dedupeKey: fact.dedupeKey, to, name, url: `${config.publicUrl}/profile` }));
  };

  const requestDecided = async (fact: RecordedFact<'InfluencerRequestDecided'>): Promise<void> => {
    const account = await ownerOf(fact);
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
  };

  const emailChange = async (fact: RecordedFact<'EmailChangeAsked'>): Promise<void> => {
    const account = await ownerOf(fact);
    const { email: to, sessionVersion } = fact.payload;
    if (!account || to === undefined) return;
    const { email: now, name } = account;
    const profileUrl = `${config.publicUrl}/profile`;
    if (account.emailVerified)
      await mail.send(emailMovesMail({ dedupeKey: `${fact.dedupeKey}:now`, to: now, name, url: profileUrl }));
    // The address has an owner: no mail, and the person who asked does not learn it.
    if ((await findByEmail(db, to)).owner) return;
    const token = await issueLink(db, ids, {
      purpose: 'change_email',
      userId: account.id,
      payload: { email: to, sessionVersion: String(sessionVersion) },
      validMs: changeEmailLinkMs,
    });
    await mail.send(
      changeEmailMail({
        dedupeKey: fact.dedupeKey,
        to,
        name,
        url: `${config.publicUrl}${changeEmailLinkPath(token)}`,
      }),
    );
  };

  const isClaim = async (account: { id: number; email: string }): Promise<boolean> => {
    const { owner } = await findByEmail(db, account.email);
    return owner !== undefined && owner.id !== account.id;
  };

  /** The registered account that a fact is about; undefined for none, a guest or an erased account. */
  async function ownerOf(fact: {
    payload: { accountId: number | null };
  }): Promise<(Pick<AccountRow, 'id' | 'name' | 'emailVerified'> & { email: string }) | undefined> {
    if (fact.payload.accountId === null) return undefined;
    const account = await findAccount(db, fact.payload.accountId);
    return account?.email && !account.isGuest
      ? { id: account.id, email: account.email, name: account.name, emailVerified: account.emailVerified }
      : undefined;
  }

  const mailOn = <T extends Topic>(topic: T, name: string, handle: (fact: RecordedFact<T>) => Promise<void>) =>
    onFact(topic, name, handle, { queue: 'mail' });
  return [
    mailOn('PasswordResetAsked', 'mail a link for a new password', passwordReset),
    mailOn('MagicLinkAsked', 'mail a log-in link', magicLink),
    mailOn('InfluencerRequestDecided', 'tell what became of the request', requestDecided),
    mailOn('EmailChangeAsked', 'prove the new address', emailChange),
    mailOn('SecondFactorChanged', 'tell about two-step log-in', secondFactor),
    mailOn('SocialConnected', 'tell that Instagram is connected', connected),
    mailOn('PasswordChanged', 'tell that the password changed', changed),
    mailOn('AccountCreated', 'ask to prove the address', verify),
    mailOn('VerificationAsked', 'ask to prove the address again', verify),
    mailOn('GuestLinkAsked', 'mail a new join link', guestLink),
  ];
}
