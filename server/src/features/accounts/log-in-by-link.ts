import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import type { LogInOrigin } from './known-devices.ts';
import { codeCounters } from './log-in-counters.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import { passSecondFactor } from './second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findAccount } from './store.ts';
import { takeOverUnproven } from './take-over-unproven.ts';

/**
 * Uses the mailed link up and opens a session. Whoever reads the mail owns the address, so the address is proven now.
 */
export async function logInByLink(
  uses: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> & { sessions: Sessions },
  { token, code }: { token: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = uses;
  const asked = await readLink(db, 'magic_link', token);
  if (asked) await passSecondFactor(uses, asked.userId, code, codeCounters(asked.userId, 'email', origin));
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'magic_link', token);
    const found = link && (await findAccount(tx, link.userId));
    if (!link || !found || found.isGuest || found.email !== link.payload.email) throw refuse('link_invalid');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await takeOverUnproven(tx, sessions, found);
    const account = (await findAccount(tx, found.id))!;
    return { tokens: await sessions.open(tx, account, undefined, origin.userAgent), account };
  });
  await moveGuestTickets({ db, log }, done.account);
  return done;
}
