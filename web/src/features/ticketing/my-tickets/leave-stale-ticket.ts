import { staleTicketKey, writeStored } from '#web/shared/api/storage.ts';
import type { JoinKind } from '../join/join-kind.ts';

/**
 * Stores that a link was used or has expired; the event's page shows that and clears it. Not for somebody who has a
 * session: the link may be the one that opened it.
 */
export function leaveStaleTicket(link: JoinKind, { here }: { here: boolean }): void {
  if (link === 'gone' && !here) writeStored(staleTicketKey, '{}');
}
