import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { chatMessageCharsMax } from './limits.ts';

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
