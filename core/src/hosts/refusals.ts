import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about hosts and their public pages. */
export const hostsRefusals = {
  bio_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  too_many_links: { status: 400, message: 'At most {maximum} links.' },
  web_link_invalid: { status: 400, message: 'Please enter a web address that begins with http:// or https://.' },
  web_link_too_long: { status: 400, message: 'A link has at most {maximum} characters.' },
  own_page: { status: 409, message: 'This is your own page.' },
  too_many_follows: { status: 409, message: 'You follow {maximum} hosts already. Unfollow one first.' },
  too_many_favorites: { status: 409, message: 'You keep {maximum} events already. Remove one first.' },
} as const satisfies Record<string, RefusalRow>;
