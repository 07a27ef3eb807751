import { expect, test } from 'vitest';
import { isUuid } from './text.ts';

test.each([
  ['0190f3a2-7c1e-4b6d-9f00-1a2b3c4d5e6f', true],
  ['0190F3A2-7C1E-4B6D-9F00-1A2B3C4D5E6F', false],
  ['0190f3a27c1e4b6d9f001a2b3c4d5e6f', false],
  ['0190f3a2-7c1e-4b6d-9f00-1a2b3c4d5e6f\n', false],
  ['', false],
])('whether %j is a UUID as the database writes it: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
