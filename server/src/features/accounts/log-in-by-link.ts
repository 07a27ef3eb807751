import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findAccount } from './store.ts';
import { takeOverUnproven } from './take-over-unproven.ts';

/** Uses the link of the mail up for a session. Whoever reads the mail owns the address, so it is proven now. */
export async function logInByLink(
  { db, log, sessions }: Pick<Kit, 'db' | 'log'> & { sessions: Sessions },
  token: string,
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'magic_link', token);
    const found = link && (await findAccount(tx, link.userId));
    if (!link || !found || found.isGuest || found.email !== link.payload.email) throw refuse('link_invalid');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await takeOverUnproven(tx, sessions, found);
    const account = (await findAccount(tx, found.id))!;
    return { tokens: await sessions.open(tx, account, undefined, device), account };
  });
  await moveGuestTickets({ db, log }, done.account);
  return done;
}
