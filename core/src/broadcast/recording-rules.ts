import { refuse } from '../refuse.ts';
import { endedRefusal } from '../rooms/room-rules.ts';
import type { FeedSource } from './ingest-rules.ts';

/** Why a broadcast cannot be recorded: what carries it does not pass through our listener. */
export type NotRecorded = 'no_rtmp' | 'camera' | 'whip';

export interface RecordedFeed {
  /** Our RTMP listener runs. */
  readonly rtmp: boolean;
  readonly source: FeedSource;
  /** How the present encoder sends; undefined while there is none. */
  readonly via: 'whip' | 'rtmp' | undefined;
}

/** What keeps this feed from being recorded; null where nothing does. */
export function whyNotRecorded({ rtmp, source, via }: RecordedFeed): NotRecorded | null {
  if (!rtmp) return 'no_rtmp';
  if (source === 'camera') return 'camera';
  return via === 'whip' ? 'whip' : null;
}

/** Switching off is always possible. Throws `recording_unavailable`. */
export function requireRecordable(feed: RecordedFeed, enabled: boolean): void {
  if (enabled && whyNotRecorded(feed) !== null) throw refuse('recording_unavailable');
}

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
