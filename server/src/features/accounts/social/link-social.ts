import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { consumeLink, readLink } from '../one-time-links.ts';
import { passSecondFactor } from '../second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { type AccountRow, findAccount } from '../store.ts';
import { takeOverUnproven } from '../take-over-unproven.ts';
import { keepIdentity } from './store.ts';

/**
 * Uses the link of the mail up: the identity belongs to the account now. It takes both, the mail of the owner and the key of
 * the browser that began: somebody who typed a foreign address gains nothing when its owner opens the mail.
 */
export async function linkSocial(
  uses: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> & { sessions: Sessions },
  { token, key, code }: { token: string; key: string; code: string | undefined },
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = uses;
  const asked = await readLink(db, 'social_link', token);
  if (asked?.payload.browser === hashOf(key).toString('base64url')) await passSecondFactor(uses, asked.userId, code);
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'social_link', token);
    const found = link && (await findAccount(tx, link.userId));
    const { email, provider, subject, handle = '', browser } = link?.payload ?? {};
    if (!found || found.email !== email || !provider || !subject) throw refuse('link_invalid');
    if (hashOf(key).toString('base64url') !== browser) throw refuse('social_other_browser');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await takeOverUnproven(tx, sessions, found);
    if (!(await keepIdentity(tx, found.id, { provider, subject, handle }))) throw refuse('social_taken');
    const account = (await findAccount(tx, found.id))!;
    return { tokens: await sessions.open(tx, account, undefined, device), account };
  });
  await moveGuestTickets({ db, log }, done.account);
  return done;
}
