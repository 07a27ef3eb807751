import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import { joinClaim } from '../join-claim.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { consumeLink, readLink } from '../one-time-links.ts';
import { passSecondFactor } from '../second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { type AccountRow, findAccount } from '../store.ts';
import { passIdentityOn } from './store.ts';

/**
 * Uses the link of the mail up: the identity belongs to the owner of the address now, and what was bought since, too. It takes
 * both, the mail of the owner and the key of the browser that began: somebody who typed a foreign address gains nothing when its
 * owner opens the mail.
 */
export async function linkSocial(
  uses: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'storage'> & { sessions: Sessions },
  { token, key, code }: { token: string; key: string; code: string | undefined },
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = uses;
  const asked = await readLink(db, 'social_link', token);
  if (asked?.payload.browser === hashOf(key).toString('base64url')) await passSecondFactor(uses, asked.userId, code);
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'social_link', token);
    const found = link && (await findAccount(tx, link.userId));
    const { email, claimId, browser } = link?.payload ?? {};
    const claim = claimId && (await findAccount(tx, Number(claimId)));
    if (!found || !claim || found.email !== email || claim.email !== email) throw refuse('link_invalid');
    if (hashOf(key).toString('base64url') !== browser) throw refuse('social_other_browser');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    if (!(await passIdentityOn(tx, claim.id, found.id))) throw refuse('link_invalid');
    return { tokens: await sessions.open(tx, found, undefined, device), account: found, claim };
  });
  await joinClaim(uses, done.claim.id, done.account);
  await moveGuestTickets({ db, log }, done.account);
  return done;
}
