import { hours, type Instant } from '../kernel/instant.ts';
import { addedTimeMs, meetingLongestMs, hostMissingMs, unpaidCancelMs, unpaidRemindersMs } from './limits.ts';
import type { MissedBy, MeetingState } from './meeting-machine.ts';

/** Minutes from midnight as a wall clock shows them: 570 is `09:30`, 1440 is `24:00`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The other way; the text must be a wall clock. */
export function minuteOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** When a meeting ends once its host has added time; undefined where it has had as much as there is. */
export function endWithAddedTime({ startsAt, endsAt }: { startsAt: Instant; endsAt: Instant }): Instant | undefined {
  const later = endsAt + addedTimeMs;
  return later - startsAt > meetingLongestMs ? undefined : later;
}

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

/** Reminders of a meeting, each sent once to both: that it is not paid yet, and that it comes. */
export const meetingReminderKinds = ['unpaid_first', 'unpaid_last', 'day', 'hour'] as const;
export type MeetingReminderKind = (typeof meetingReminderKinds)[number];

const [unpaidFirstMs, unpaidLastMs] = unpaidRemindersMs;
/** How long before the start each is due; the nearest first. */
const leads: Readonly<Partial<Record<MeetingState, readonly (readonly [MeetingReminderKind, number])[]>>> = {
  accepted: [
    ['unpaid_last', unpaidLastMs],
    ['unpaid_first', unpaidFirstMs],
  ],
  confirmed: [
    ['hour', hours(1)],
    ['day', hours(24)],
  ],
};
/** The longest lead: nothing is due before. */
export const meetingRemindersFromMs = unpaidFirstMs;

/** How long before the start a reminder makes no sense any more. */
const endsBeforeMs = (state: MeetingState): number => (state === 'accepted' ? unpaidCancelMs : 0);

export interface RemindedMeeting {
  readonly state: MeetingState;
  readonly startsAt: Instant;
  /** Since when it is in this state: what was agreed on or paid later is not reminded of at once. */
  readonly since: Instant;
}

/** The reminder that is due now, or undefined. One that was missed is not made up for once the next is due. */
export function meetingReminderNow(
  { state, startsAt, since }: RemindedMeeting,
  now: Instant,
): MeetingReminderKind | undefined {
  if (now >= startsAt - endsBeforeMs(state)) return undefined;
  const [kind, lead] = leads[state]?.find(([, ms]) => now >= startsAt - ms) ?? [];
  return lead !== undefined && since <= startsAt - lead ? kind : undefined;
}
