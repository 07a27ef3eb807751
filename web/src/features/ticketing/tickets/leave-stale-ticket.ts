import { staleTicketKey, writeStored } from '#web/shared/api/storage.ts';
import type { JoinKind } from '../join/join-kind.ts';

/**
 * Left where a used or expired link leads on to its event, whose page says so and clears it (spec §2). Not for somebody who is here: the
 * link may be the one that let them in.
 */
export function leaveStaleTicket(link: JoinKind, { here }: { here: boolean }): void {
  if (link === 'gone' && !here) writeStored(staleTicketKey, '{}');
}
