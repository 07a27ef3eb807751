import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { readStored, removeStored, wayBackKey as key, writeStored } from '#web/shared/api/storage.ts';
import type { Wish } from '#web/shared/login-modal.ts';
import { serverNow } from '#web/shared/server-clock.ts';

/** Where a person goes on who had to log in, and what they had pressed. */
export interface WayBack {
  readonly then: string;
  readonly wish: Wish | null;
}

/**
 * Keeps the way back of someone to whom a link is being mailed, as long as such links work at most. What they pressed
 * is for the account of this email address alone: another person who logs in by a link here did not press it.
 */
export const keepWayBack = ({ then, wish }: WayBack, email: string, now = serverNow()): void =>
  void writeStored(key, JSON.stringify({ then, wish, email: email.toLowerCase(), until: now + resetLinkMs }));

function kept(): { then?: unknown; wish?: unknown; email?: unknown; until?: unknown } {
  try {
    return (JSON.parse(readStored(key) ?? '{}') ?? {}) as ReturnType<typeof kept>;
  } catch {
    return {};
  }
}

/** For who is logged in otherwise: what they had pressed, maybe a message, does not stay in this browser. */
export const forgetWayBack = (): void => removeStored(key);

/** Forgets what waits for a mailed link that works no more. */
export function dropOldWayBack(now = serverNow()): void {
  const { until } = kept();
  if (typeof until !== 'number' || until <= now) forgetWayBack();
}

/** Whether it is a place of the product. */
export const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** The way back after a mailed link, once; to the first page where none was kept, or only long ago. */
export function takeWayBack(email: string | null | undefined, now = serverNow()): WayBack {
  const { then, wish, email: askedFor, until } = kept();
  forgetWayBack();
  if (!isPath(then) || typeof until !== 'number' || until <= now) return { then: '/', wish: null };
  const isTheirs = typeof email === 'string' && email.toLowerCase() === askedFor;
  return { then, wish: isTheirs && typeof wish === 'object' ? (wish as Wish | null) : null };
}
