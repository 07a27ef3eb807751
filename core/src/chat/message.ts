import { charCount } from '../events/limits.ts';
import { isSeen } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { chatMessageCharsMax } from './limits.ts';

/** Control characters, and marks that change the direction of text: with them a message can pose as somebody else's. */
const unseen = /[\p{Cc}\p{Bidi_Control}\uFEFF]/gu;
const spaces = /[\t\n\r\u2028\u2029]+/g;

/**
 * The text that is kept: one line, no invisible marks, 1 to 200 code points (rule R7). Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = raw.normalize('NFC').replace(spaces, ' ').replace(unseen, '').trim();
  if (!isSeen(text)) throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}
