import { seconds, type Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/text.ts';

/** The length of a message and how many are kept (rule R7), and how fast one person, and one room, may write. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
/** One person may send this many at once. After that they get one more per `chatFloodWindowMs / chatFloodMessages`. */
export const chatBurstMessages = 5;
export const roomFloodMessages = 50;
export const roomFloodWindowMs = seconds(1);

/** What a host may choose between two messages of a viewer, in seconds; 0 is off. */
export const slowModeChoices = [0, 5, 10, 30] as const;
export type SlowModeSeconds = (typeof slowModeChoices)[number];

/** Until when somebody waits for the next message. The host and event admins, who moderate, never wait. */
export const mayWriteAgainAt = (
  pauseSeconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  wroteAt: Instant | undefined,
): Instant =>
  pauseSeconds === 0 || me.isHost || me.isAdmin || wroteAt === undefined ? 0 : wroteAt + pauseSeconds * 1000;

/** Throws `chat_slow`, which says when to try again. */
export function requireSlowMode(
  pauseSeconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  { wroteAt, now }: { readonly wroteAt: Instant | undefined; readonly now: Instant },
): void {
  const wait = mayWriteAgainAt(pauseSeconds, me, wroteAt) - now;
  if (wait > 0) throw refuse('chat_slow', { seconds: pauseSeconds }, { retryAfter: Math.ceil(wait / 1000) });
}

/**
 * The text that is kept: one line, no invisible characters, 1 to 200 code points (rule R7). Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}
