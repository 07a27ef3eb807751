import { refuse } from '../refuse.ts';
import { endedRefusal } from '../rooms/room-rules.ts';

/**
 * Only the host records an event, and never a private meeting. Recording begins only where a recorder runs: a room must
 * not say that it is recorded while nothing is. Throws `host_only`, `recording_unavailable`, `recorder_missing`, and
 * what an event that is over throws.
 */
export function requireRecordable(
  event: { readonly isMeeting: boolean; readonly state: 0 | 1 | 2; readonly takenDown: boolean },
  { isHost }: Pick<ReplayWatcher, 'isHost'>,
  { enabled, hasRecorder }: { readonly enabled: boolean; readonly hasRecorder: boolean },
): void {
  if (!isHost) throw refuse('host_only');
  if (event.isMeeting) throw refuse('recording_unavailable');
  if (event.state === 2) throw endedRefusal(event);
  if (enabled && !hasRecorder) throw refuse('recorder_missing');
}

/** The host has switched recording on. Everyone else is recorded only once they have agreed. */
export const mayBeRecorded = ({ isHost, agreed }: { readonly isHost: boolean; readonly agreed: boolean }): boolean =>
  isHost || agreed;

/** Who may watch a replay: everyone, people with a ticket to the event, or these and people with a replay ticket. */
export type ReplayAccess = 'free' | 'tickets' | 'sale';

export interface ReplayWatcher {
  readonly isHost: boolean;
  readonly isAppAdmin: boolean;
  /** For the event, or for its replay. */
  readonly hasTicket: boolean;
  /** The host blocked them in this event, or removed them from it. */
  readonly isBanned: boolean;
}

export interface ReplayModeration {
  /** Why an app admin took the replay down; undefined if it is up. */
  readonly takenDownBecause: string | undefined;
}

/** The reason is for the host alone. Throws `replay_taken_down`, `own_replay_taken_down`. */
export function requireNotTakenDown(
  { takenDownBecause: reason }: ReplayModeration,
  { isHost }: Pick<ReplayWatcher, 'isHost'>,
): void {
  if (reason === undefined) return;
  throw isHost ? refuse('own_replay_taken_down', { reason }) : refuse('replay_taken_down');
}

/**
 * An app admin takes a replay down, or restores it while its files exist. Throws `replay_not_yet`, `replay_gone`,
 * `replay_is_taken_down`, `replay_not_taken_down`.
 */
export function requireModeratable(
  replay: { readonly isOver: boolean; readonly hasRecording: boolean } & ReplayModeration,
  step: 'take down' | 'restore',
): void {
  if (!replay.isOver) throw refuse('replay_not_yet');
  if (!replay.hasRecording) throw refuse('replay_gone');
  const isDown = replay.takenDownBecause !== undefined;
  if (isDown && step === 'take down') throw refuse('replay_is_taken_down');
  if (!isDown && step === 'restore') throw refuse('replay_not_taken_down');
}

/**
 * Who watches a replay after the end: its host, app admins and people with a ticket, or everyone where it is free.
 * While it is for sale, everyone else watches its beginning. People whom the host blocked in the event do not. Of an
 * event or a replay that was taken down only app admins watch, who decide whether it is restored. Throws
 * `replay_tickets_only`, `banned`, `room_taken_down`, `replay_not_yet`, and what `requireNotTakenDown` throws.
 */
export function requireReplayWatcher(
  event: {
    readonly state: 0 | 1 | 2;
    readonly takenDown: boolean;
    readonly access: ReplayAccess;
  } & ReplayModeration,
  { isHost, isAppAdmin, hasTicket, isBanned }: ReplayWatcher,
): 'full' | 'preview' {
  if (!isAppAdmin) requireNotTakenDown(event, { isHost });
  const isTheirs = isHost || isAppAdmin || hasTicket;
  if (!isTheirs && event.access === 'tickets') throw refuse('replay_tickets_only');
  if (event.takenDown && !isAppAdmin) throw endedRefusal(event);
  if (event.state !== 2) throw refuse(isTheirs ? 'replay_not_yet' : 'replay_tickets_only');
  if (isBanned && !isHost && !isAppAdmin) throw refuse('banned');
  return isTheirs || event.access === 'free' ? 'full' : 'preview';
}

/** The host alone deletes a replay. Throws `host_only`. */
export function requireReplayOwner({ isHost }: Pick<ReplayWatcher, 'isHost'>): void {
  if (!isHost) throw refuse('host_only');
}
