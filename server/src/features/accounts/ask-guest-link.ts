import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, takeAttempt } from './attempts.ts';
import { guestLinkAsked } from './facts.ts';
import { hasTicketOrPlace } from './join-link.ts';
import { findGuestByEmail } from './store.ts';

const limit: AttemptLimit = { scope: 'guest_link', max: mailsPerAddressMax, windowMs: mailsWindowMs };

/**
 * Mails a new join link to a guest whose browser lost the session. Answer and work are the same whether the address
 * holds a ticket or not. An address gets at most three such mails an hour; further requests are answered alike and mail
 * nothing.
 */
export async function askGuestLink(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  typed: { email: string; eventUuid: string },
): Promise<void> {
  const email = readEmail(typed.email, domainToASCII);
  const { ok } = await takeAttempt(db, limit, email);
  if (!ok) return;
  const guest = await findGuestByEmail(db, email);
  const entitled = await hasTicketOrPlace(db, guest?.id ?? 0, typed.eventUuid);
  await recordFact(db, guestLinkAsked(guest && entitled ? guest.id : null, typed.eventUuid, ids.uuid()));
}
