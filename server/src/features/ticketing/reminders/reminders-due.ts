import type { ReminderKind } from '@frontrow/core/ticketing/reminders.ts';
import type { Fact } from '../../../facts/record-fact.ts';

/** Holders of tickets of an event are to be reminded, batch by batch. */
export interface RemindersDue {
  readonly eventUuid: string;
  readonly kind: ReminderKind;
  /** Epoch ms: see `Reminder` in core. */
  readonly countedFor: number;
  /** Holders (`holder_key`) behind this one are still to be reminded; '' at first. */
  readonly after: string;
}

export const remindersDue = (due: RemindersDue): Fact => ({
  topic: 'RemindersDue',
  dedupeKey: `reminders:${due.kind}:${due.eventUuid}:${due.countedFor}:${due.after}`,
  payload: due,
});
