import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { chatText } from './messages.ts';

const codeOf = (raw: string): string => {
  try {
    return chatText(raw);
  } catch (error) {
    return error instanceof Refusal ? error.code : 'fault';
  }
};

test.each([
  ['  hello  ', 'hello'],
  ['two\nlines\r\nand\ttabs', 'two lines and tabs'],
  ['left\u202Eright\u2066', 'left right'],
  ['one\u202E space', 'one space'],
  ['one \u202Espace', 'one space'],
  ['a\u0000b\u0007c\u009Bd\uFEFF', 'a b c d'],
  ['👩‍👩‍👧 stays one', '👩‍👩‍👧 stays one'],
  ['e\u0301', 'é'],
])('the message %j is kept as %j', (raw, kept) => expect(chatText(raw)).toBe(kept));

test.each(['', '   ', '\n\t', '\u200F\u202E', '\u0000', '\u200B'])('the message %j is empty', (raw) =>
  expect(codeOf(raw)).toBe('message_empty'),
);

test('a message may have 200 code points and not 201, however many bytes they take', () => {
  expect(codeOf('😀'.repeat(200))).toBe('😀'.repeat(200));
  expect(codeOf('😀'.repeat(201))).toBe('message_too_long');
  expect(codeOf('x'.repeat(201))).toBe('message_too_long');
});
