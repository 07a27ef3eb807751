import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about hosts and their public pages. */
export const hostsRefusals = {
  bio_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  too_many_links: { status: 400, message: 'At most {maximum} links.' },
  link_invalid: { status: 400, message: 'Please enter a web address that begins with http:// or https://.' },
  link_too_long: { status: 400, message: 'A link has at most {maximum} characters.' },
} as const satisfies Record<string, RefusalRow>;
