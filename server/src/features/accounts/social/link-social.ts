import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import { joinClaim } from '../join-claim.ts';
import type { LogInOrigin } from '../known-devices.ts';
import { codeCounters } from '../log-in-counters.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { consumeLink, isOpenLink, readLink } from '../one-time-links.ts';
import { passSecondFactor } from '../second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { type AccountRow, findAccount } from '../store.ts';
import { passIdentityOn } from './store.ts';

/**
 * Uses the mailed link up: the identity moves to the owner of the address, and so do tickets that were bought
 * meanwhile. It needs both the owner's mail and the key of the browser that began, so that somebody who typed another
 * person's address gains nothing when that person opens the mail. If the join fails, link and identity stay as they
 * were.
 */
export async function linkSocial(
  uses: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'storage'> & { sessions: Sessions },
  { token, key, code }: { token: string; key: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = uses;
  const link = await readLink(db, 'social_link', token);
  const isSameBrowser = link?.payload.browser === hashOf(key).toString('base64url');
  if (link && isSameBrowser)
    await passSecondFactor(uses, link.userId, code, codeCounters(link.userId, 'email', origin));
  const account = link && (await findAccount(db, link.userId));
  const { email, claimId } = link?.payload ?? {};
  const claim = claimId && (await findAccount(db, Number(claimId)));
  if (!account || !claim || account.email !== email || claim.email !== email) throw refuse('link_invalid');
  if (!isSameBrowser) throw refuse('social_other_browser');
  if (!(await isOpenLink(db, token))) throw refuse('link_invalid');
  const tokens = await joinClaim(uses, claim.id, account.id, async (tx, areOne) => {
    const owner = await findAccount(tx, account.id);
    if (!areOne || !owner || !(await consumeLink(tx, token))) throw refuse('link_invalid');
    if (!(await passIdentityOn(tx, claim.id, owner.id))) throw refuse('link_invalid');
    return sessions.open(tx, owner, undefined, origin.userAgent);
  });
  await moveGuestTickets({ db, log }, account);
  return { tokens, account };
}
