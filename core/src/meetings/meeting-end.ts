import type { Instant } from '../kernel/instant.ts';
import { hostMissingMs } from './limits.ts';
import type { MissedBy } from './meeting-machine.ts';

/** What is known of a confirmed meeting whose time has come. Opening the room and leaving it early is no meeting. */
export interface MeetingPresence {
  readonly startsAt: Instant;
  /** Its room is closed for good. */
  readonly over: boolean;
  readonly hostMet: boolean;
  readonly viewerMet: boolean;
}

/** Who missed a meeting; undefined where both were there. */
const missedBy = ({ hostMet, viewerMet }: MeetingPresence): MissedBy | undefined => {
  if (hostMet) return viewerMet ? undefined : 'viewer';
  return viewerMet ? 'host' : 'both';
};

/**
 * What became of a meeting: judged at its end, and of a host who is not there earlier, half an hour after the start.
 * Undefined: it goes on.
 */
export function meetingOutcome(meeting: MeetingPresence, now: Instant): 'met' | MissedBy | undefined {
  const hostIsMissing = !meeting.hostMet && now >= meeting.startsAt + hostMissingMs;
  if (!meeting.over && !hostIsMissing) return undefined;
  return missedBy(meeting) ?? 'met';
}

/** A no-show has a cost: a viewer loses the price, while a host, or both, means a full refund. */
export const goesBackAfter = (outcome: MissedBy): boolean => outcome !== 'viewer';
