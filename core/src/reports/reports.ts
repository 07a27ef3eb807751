import { machine } from '../kernel/machine.ts';
import type { RefusalRow } from '../kernel/refusal.ts';

/** What can be reported, and why. */
export const reportKinds = ['event', 'person', 'review', 'message'] as const;
export const reportReasons = [
  'spam',
  'fraud',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'copyright',
  'other',
] as const;
export const reportStates = ['open', 'resolved', 'dismissed'] as const;

/** A decision is final; the same thing can be reported again. */
export const reportMachine = machine('report', 'open', {
  open: { resolve: 'resolved', dismiss: 'dismissed' },
  resolved: {},
  dismissed: {},
});

export type ReportReason = (typeof reportReasons)[number];

/** Code points of what someone adds to a report, and of the note of an app admin's decision. */
export const reportNoteCharsMax = 500;
/** Reports of one person in a day: more of them say nothing new. */
export const reportsPerDayMax = 20;

/** A reason that says nothing on its own needs a note. */
export const needsNote = (reason: ReportReason): boolean => reason === 'other';

export const reportsRefusals = {
  report_own: { status: 409, message: 'You can’t report yourself or what you wrote.' },
  report_limit: { status: 429, message: 'You’ve sent {maximum} reports today. Please try again tomorrow.' },
  report_subject_gone: { status: 404, message: 'What you want to report no longer exists.' },
  report_note_required: { status: 400, message: 'Please tell us what’s wrong.' },
  report_not_found: { status: 404, message: 'We could not find that report.' },
  report_decided: { status: 409, message: 'This report has already been decided.' },
} as const satisfies Record<string, RefusalRow>;
