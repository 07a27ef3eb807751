import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('a key belongs to the input method while it composes, and in Safari so does the one that ended it', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
