import { socialLinkPath, verifyEmailLinkPath } from '@frontrow/contract/accounts/links.ts';
import {
  mailsWindowMs,
  proofMailsPerAddressMax,
  proofMailsPerOwnerMax,
  socialLinkMs,
  verifyEmailLinkMs,
} from '@frontrow/core/accounts/limits.ts';
import type { RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import type { MailMessage } from '../../ports/mail.ts';
import { type AttemptLimit, giveAttemptBack, takeAttempt } from './attempts.ts';
import { socialLinkMail } from './mails/log-in-mails.ts';
import { takenEmailMail, verifyEmailMail } from './mails/verify-email-mail.ts';
import { issueLink } from './one-time-links.ts';
import { connectedHandle } from './social/disconnect-social.ts';
import { type AccountRow, findAccount, findByEmail } from './store.ts';

type MailKit = Pick<Kit, 'config' | 'db' | 'ids' | 'mail'>;
type ProofFact = RecordedFact<'AccountCreated' | 'VerificationAsked'>;

const proofMails = (owner: AccountRow | undefined): AttemptLimit => ({
  scope: owner ? 'proof_mail_owner' : 'proof_mail',
  max: owner ? proofMailsPerOwnerMax : proofMailsPerAddressMax,
  windowMs: mailsWindowMs,
});

export async function mailProof(kit: MailKit, fact: ProofFact): Promise<void> {
  const { db, mail } = kit;
  const account = await findAccount(db, fact.payload.accountId);
  if (!account?.email || account.isGuest || account.emailVerified) return;
  const { email } = account;
  const { owner } = await findByEmail(db, email);
  const limit = proofMails(owner);
  if (!(await takeAttempt(db, limit, email)).ok) return;
  try {
    await mail.send(await proofMail(kit, fact, { ...account, email }, owner));
  } catch (error) {
    // The fact is delivered again.
    await giveAttemptBack(db, { ...limit, key: email });
    throw error;
  }
}

async function proofMail(
  kit: MailKit,
  fact: ProofFact,
  { email: to, id, name, username }: AccountRow & { email: string },
  owner: AccountRow | undefined,
): Promise<MailMessage> {
  const { config, db, ids } = kit;
  const dedupeKey = `verify:${fact.dedupeKey}`;
  const browser = 'browser' in fact.payload ? fact.payload.browser : null;
  if (owner && browser) return socialLink(kit, { dedupeKey, owner, to, claimId: id, browser });
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
  { config, db, ids }: MailKit,
  asked: {
    dedupeKey: string;
    owner: AccountRow;
    to: string;
    claimId: number;
    browser: string;
  },
): Promise<MailMessage> {
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
}
