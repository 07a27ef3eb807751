import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { chatMessageCharsMax } from './limits.ts';

/**
 * What is kept of a message: one line of what is seen, 1 to 200 code points on every client. Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}
