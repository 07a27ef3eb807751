import { expect, test } from 'vitest';
import { matchesTag, strongTag, weakTag } from './entity-tag.ts';

test.each([
  ['its own tag', strongTag('one'), true],
  ['its tag, made weak by a proxy that compresses', `W/${strongTag('one')}`, true],
  ['a list that has it', `${strongTag('two')}, ${weakTag('one')}`, true],
  ['anything', '*', true],
  ['the tag of another', strongTag('two'), false],
  ['nothing', undefined, false],
])('If-None-Match says whether its sender has the answer: $0', (_name, header, known) => {
  expect(matchesTag(header, strongTag('one'))).toBe(known);
  expect(matchesTag(header, weakTag('one'))).toBe(known);
});
