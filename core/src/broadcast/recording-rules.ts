import { refuse } from '../refuse.ts';
import { endedRefusal } from '../rooms/room-rules.ts';

/**
 * Only the host records an event, and never a private meeting. Throws `host_only`, `recording_unavailable`, and what an
 * event that is over throws.
 */
export function requireRecordable(
  event: { readonly isMeeting: boolean; readonly state: 0 | 1 | 2; readonly takenDown: boolean },
  { isHost }: Pick<ReplayWatcher, 'isHost'>,
): void {
  if (!isHost) throw refuse('host_only');
  if (event.isMeeting) throw refuse('recording_unavailable');
  if (event.state === 2) throw endedRefusal(event);
}

/** The host has switched recording on. Everyone else is recorded only once they have agreed. */
export const mayBeRecorded = ({ isHost, agreed }: { readonly isHost: boolean; readonly agreed: boolean }): boolean =>
  isHost || agreed;

export interface ReplayWatcher {
  readonly isHost: boolean;
  readonly isAppAdmin: boolean;
  readonly hasTicket: boolean;
}

/**
 * Who watches a replay: its host, app admins and people with a ticket, after the end. Of an event that was taken down
 * only app admins do. Throws `replay_tickets_only`, `room_taken_down`, `replay_not_yet`.
 */
export function requireReplayWatcher(
  event: { readonly state: 0 | 1 | 2; readonly takenDown: boolean },
  { isHost, isAppAdmin, hasTicket }: ReplayWatcher,
): void {
  if (!isHost && !isAppAdmin && !hasTicket) throw refuse('replay_tickets_only');
  if (event.takenDown && !isAppAdmin) throw endedRefusal(event);
  if (event.state !== 2) throw refuse('replay_not_yet');
}

/** The host alone deletes a replay. Throws `host_only`. */
export function requireReplayOwner({ isHost }: Pick<ReplayWatcher, 'isHost'>): void {
  if (!isHost) throw refuse('host_only');
}
