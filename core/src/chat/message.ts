import { charCount } from '../events/limits.ts';
import { seenText } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { chatMessageCharsMax } from './limits.ts';

const spaces = /[\t\n\r\u2028\u2029]+/g;
/** Marks that become a blank, where there is a space already: two words stay one space apart. */
const marksBesideSpace = /(?<= )[\p{Cc}\p{Bidi_Control}]+|[\p{Cc}\p{Bidi_Control}]+(?= )/gu;

/**
 * The text that is kept: one line, no invisible characters, 1 to 200 code points (rule R7). Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = seenText(raw.replace(spaces, ' ').replace(marksBesideSpace, ''));
  if (text === '') throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}
