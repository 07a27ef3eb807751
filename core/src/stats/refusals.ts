import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about what hosts are shown of their numbers. */
export const statsRefusals = {
  range_day_invalid: { status: 400, message: 'Please enter dates as year-month-day, such as 2026-05-31.' },
  range_reversed: { status: 400, message: 'The start date must not be after the end date.' },
  range_too_long: { status: 400, message: 'Please choose at most {maximum} days.' },
} as const satisfies Record<string, RefusalRow>;
