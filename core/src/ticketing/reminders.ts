import { hours, type Instant } from '../kernel/instant.ts';

/** Reminders of one ticket, each sent once: a day and an hour before the start, and when the event is live. */
export const reminderKinds = ['day', 'hour', 'live'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** How long before the start these are due. */
export const reminderLeadMs = { day: hours(24), hour: hours(1) } as const;

/** Holders whose reminders are written by one statement. */
export const remindersBatchMax = 1_000;

export interface RemindedEvent {
  readonly state: 'upcoming' | 'live' | 'finished';
  readonly cancelled: boolean;
  readonly startsAt: Instant;
  readonly startedAt: Instant | undefined;
}

export interface Reminder {
  readonly kind: ReminderKind;
  /** What it was counted for: the start, or the moment the event went live. */
  readonly countedFor: Instant;
}

/** When a reminder is due. People who got the ticket later are not reminded. */
export const dueAt = ({ kind, countedFor }: Reminder): Instant =>
  kind === 'live' ? countedFor : countedFor - reminderLeadMs[kind];

/**
 * The reminder that an upcoming event sends now, or undefined. One that was missed, because nothing ran, is not made
 * up for once the next is due.
 */
export function reminderNow(event: RemindedEvent, now: Instant): Reminder | undefined {
  if (event.cancelled || event.state !== 'upcoming' || now >= event.startsAt) return undefined;
  const kind = (['hour', 'day'] as const).find((one) => now >= event.startsAt - reminderLeadMs[one]);
  return kind && { kind, countedFor: event.startsAt };
}

/**
 * Whether a reminder is still true when it is about to be mailed: the event stands as it was counted for, and the
 * ticket is valid and was there when it was due.
 */
export function stillReminds(
  reminder: Reminder,
  event: RemindedEvent,
  ticket: { readonly voided: boolean; readonly createdAt: Instant },
  now: Instant,
): boolean {
  if (event.cancelled || ticket.voided || ticket.createdAt > dueAt(reminder)) return false;
  if (reminder.kind === 'live') return event.state === 'live' && event.startedAt === reminder.countedFor;
  return event.state === 'upcoming' && event.startsAt === reminder.countedFor && now < event.startsAt;
}
