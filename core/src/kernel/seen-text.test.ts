import { expect, test } from 'vitest';
import { isSeen, seenLine, seenText } from './seen-text.ts';

test.each([
  '',
  '  \n',
  '\u0000',
  '\u200B\u200B',
  '\u202E \uFEFF',
  '\u2800',
  '\u3164',
  '\u00AD',
  '\uFE0F',
  '\u034F',
  '\uD800',
])('%j shows nothing', (text) => {
  expect([seenText(text), seenLine(text), isSeen(text)]).toEqual(['', '', false]);
});

test('what is seen stays, line breaks too; what is not is a blank, so that no text poses as another', () => {
  expect(seenText(' one\r\ntwo\u0007three \n')).toBe('one\ntwo three');
  expect(seenLine('gpj.\u202Eexe\n\u0085next')).toBe('gpj. exe next');
  expect(seenText('👩‍👩‍👧 שלום')).toBe('👩‍👩‍👧 שלום');
});
