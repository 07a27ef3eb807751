import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { afterLoginKey as key, readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import type { Wish } from '#web/shared/login-modal.ts';
import { serverNow } from '#web/shared/server-clock.ts';

/** Where a person goes on who had to log in, and what they had pressed. */
export interface AfterLogin {
  readonly then: string;
  readonly wish: Wish | null;
}

/**
 * Keeps what follows for someone to whom a link is being mailed, as long as such links work at most. What they pressed
 * is for the account of this email address alone: another person who logs in by a link here did not press it.
 */
export const keepAfterLogin = ({ then, wish }: AfterLogin, email: string, now = serverNow()): void =>
  void writeStored(key, JSON.stringify({ then, wish, email: email.toLowerCase(), until: now + resetLinkMs }));

function kept(): { then?: unknown; wish?: unknown; email?: unknown; until?: unknown } {
  try {
    return (JSON.parse(readStored(key) ?? '{}') ?? {}) as ReturnType<typeof kept>;
  } catch {
    return {};
  }
}

/** For who is logged in otherwise: what they had pressed, maybe a message, does not stay in this browser. */
export const forgetAfterLogin = (): void => removeStored(key);

/** Forgets what waits for a mailed link that works no more. */
export function dropOldAfterLogin(now = serverNow()): void {
  const { until } = kept();
  if (typeof until !== 'number' || until <= now) forgetAfterLogin();
}

/** Whether it is a place of the product. */
export const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?![/\\])/.test(value);

/** What follows after a mailed link, once; to the first page where none was kept, or only long ago. */
export function takeAfterLogin(email: string | null | undefined, now = serverNow()): AfterLogin {
  const { then, wish, email: askedFor, until } = kept();
  forgetAfterLogin();
  if (!isPath(then) || typeof until !== 'number' || until <= now) return { then: '/', wish: null };
  const isTheirs = typeof email === 'string' && email.toLowerCase() === askedFor;
  return { then, wish: isTheirs && typeof wish === 'object' ? (wish as Wish | null) : null };
}
