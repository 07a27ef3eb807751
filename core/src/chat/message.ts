import { charCount } from '../events/limits.ts';
import { seenText } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { chatMessageCharsMax } from './limits.ts';

const spaces = /[\t\n\r\u2028\u2029]+/g;

/**
 * What is kept of a message: one line of what is seen, 1 to 200 code points on every client. Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = seenText(raw.replace(spaces, ' '));
  if (text === '') throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}
