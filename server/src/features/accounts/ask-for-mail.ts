import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { magicLinkMs, mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import type { Fact } from '../../facts/record-fact.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, takeAttempt } from './attempts.ts';
import { magicLinkAsked, passwordResetAsked } from './facts.ts';
import { findByEmail } from './store.ts';

type Uses = Pick<Kit, 'db' | 'ids'>;

/**
 * Asks for a mail to choose a new password. Answer and work are the same whether the address has an account or not. An
 * address gets at most three such mails an hour; further requests are answered alike and mail nothing.
 */
export const askPasswordReset = (uses: Uses, email: string): Promise<void> =>
  ask(uses, { scope: 'reset_password', windowMs: mailsWindowMs }, email, passwordResetAsked);

/** Asks for a mail that logs in. Tells as little about the address as `askPasswordReset`. */
export const askMagicLink = (uses: Uses, email: string): Promise<void> =>
  // Emails are counted for as long as a link works: a stranger who uses them up leaves the owner a link that works.
  ask(uses, { scope: 'magic_link', windowMs: magicLinkMs }, email, magicLinkAsked);

async function ask(
  { db, ids }: Uses,
  per: Pick<AttemptLimit, 'scope' | 'windowMs'>,
  typed: string,
  fact: (accountId: number | null, askId: string) => Fact,
): Promise<void> {
  const email = readEmail(typed, domainToASCII);
  const { ok } = await takeAttempt(db, { ...per, max: mailsPerAddressMax }, email);
  if (!ok) return;
  const { owner, first } = await findByEmail(db, email);
  await recordFact(db, fact((owner ?? first)?.id ?? null, ids.uuid()));
}
