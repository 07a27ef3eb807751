import { expect, test } from 'vitest';
import {
  mayWriteToHolders,
  messageAfterEndMs,
  messageSubjectCharsMax,
  messageTextCharsMax,
  readHolderMessage,
} from './holder-message.ts';

const long = (chars: number): string => '🎤'.repeat(chars);

test('a message is trimmed, its subject one line, its text without control characters', () => {
  expect(readHolderMessage({ subject: ' Bring\r\na\tbowl ', text: ' One.\r\nTwo.\u0000 ' })).toEqual({
    message: { subject: 'Bring a bowl', text: 'One.\nTwo.' },
  });
});

test('the host may write to ticket holders until two weeks after the end', () => {
  for (const [finishedAt, may] of [
    [undefined, true],
    [null, true],
    [5, true],
    [4, false],
  ] as const)
    expect(mayWriteToHolders(finishedAt, 5 + messageAfterEndMs)).toBe(may);
});

test('subject and text have their limits, in code points', () => {
  expect(readHolderMessage({ subject: ' ', text: '\n' })).toEqual({
    problems: ['message_subject_required', 'message_text_required'],
  });
  expect(readHolderMessage({ subject: long(messageSubjectCharsMax), text: long(messageTextCharsMax) })).toHaveProperty(
    'message',
  );
  expect(readHolderMessage({ subject: long(messageSubjectCharsMax + 1), text: long(messageTextCharsMax + 1) })).toEqual(
    { problems: ['message_subject_too_long', 'message_text_too_long'] },
  );
});
