import { hours, type Instant } from '../kernel/instant.ts';
import { unpaidCancelMs, unpaidRemindersMs } from './limits.ts';
import type { MeetingState } from './meeting-machine.ts';

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
