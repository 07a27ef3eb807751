import type { JoinLinkState } from '@frontrow/contract/accounts/api.ts';
import type { Kit } from '../../kit.ts';
import { hasTicketOrPlace, holdsTicket } from './join-link.ts';
import { isOpenLink, readLink } from './one-time-links.ts';

/**
 * The state of a join link, so that a guest knows it before pressing the button. Reading it does not use the link up.
 */
export async function lookAtJoinLink({ db }: Pick<Kit, 'db'>, token: string): Promise<JoinLinkState> {
  const link = await readLink(db, 'join', token);
  const eventUuid = link?.payload.eventUuid;
  if (!link || !eventUuid) return 'gone';
  if (await hasTicketOrPlace(db, link.userId, eventUuid)) {
    if (!(await isOpenLink(db, token))) return 'gone';
    return (await holdsTicket(db, link.userId, eventUuid)) ? 'open' : 'waiting';
  }
  const had = await db.one<{ transferred: boolean }>(
    'SELECT transferred FROM ticket WHERE holder_id = $1 AND event_id = $2 ORDER BY created_at DESC LIMIT 1',
    [link.userId, eventUuid],
  );
  if (had) return had.transferred ? 'transferred' : 'refunded';
  // The place on the waitlist is used up or over.
  const waited = await db.one('SELECT 1 FROM waitlist_place WHERE account_id = $1 AND event_id = $2', [
    link.userId,
    eventUuid,
  ]);
  return waited ? 'gone' : 'moved';
}
