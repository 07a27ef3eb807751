import type { Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';

/** What a host may choose between two messages of a viewer, in seconds; 0 is off. */
export const slowModeChoices = [0, 5, 10, 30] as const;
export type SlowModeSeconds = (typeof slowModeChoices)[number];

/** Until when somebody waits for the next message. The host and event admins, who moderate, never wait. */
export const mayWriteAgainAt = (
  seconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  wroteAt: Instant | undefined,
): Instant => (seconds === 0 || me.isHost || me.isAdmin || wroteAt === undefined ? 0 : wroteAt + seconds * 1000);

/** Throws `chat_slow`, which says when to try again. */
export function requireSlowMode(
  seconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  { wroteAt, now }: { readonly wroteAt: Instant | undefined; readonly now: Instant },
): void {
  const wait = mayWriteAgainAt(seconds, me, wroteAt) - now;
  if (wait > 0) throw refuse('chat_slow', { seconds }, { retryAfter: Math.ceil(wait / 1000) });
}
