import { days } from '../kernel/instant.ts';
import { seenLine, seenText } from '../kernel/text.ts';
import { charCount } from './limits.ts';

export const messageSubjectCharsMax = 100;
export const messageTextCharsMax = 2_000;
/** Messages of one event within 24 h. */
export const messagesPerDayMax = 3;
export const messageAfterEndMs = days(14);

/** Whether the host may write to ticket holders: until two weeks after the end. */
export const mayWriteToHolders = (finishedAt: number | null | undefined, now: number): boolean =>
  typeof finishedAt !== 'number' || now - finishedAt <= messageAfterEndMs;

export type MessageProblem =
  | 'message_subject_required'
  | 'message_subject_too_long'
  | 'message_text_required'
  | 'message_text_too_long';

export interface HolderMessage {
  readonly subject: string;
  readonly text: string;
}

/** The message as it is sent, its subject one line and without control characters, or all that is wrong with it. */
export function readHolderMessage(
  typed: HolderMessage,
): { message: HolderMessage } | { problems: readonly [MessageProblem, ...MessageProblem[]] } {
  const message = { subject: seenLine(typed.subject), text: seenText(typed.text) };
  const problems: MessageProblem[] = [];
  if (message.subject === '') problems.push('message_subject_required');
  if (charCount(message.subject) > messageSubjectCharsMax) problems.push('message_subject_too_long');
  if (message.text === '') problems.push('message_text_required');
  if (charCount(message.text) > messageTextCharsMax) problems.push('message_text_too_long');
  const [first, ...more] = problems;
  return first ? { problems: [first, ...more] } : { message };
}
