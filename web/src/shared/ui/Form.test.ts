import { expect, it } from 'vitest';
import { unlessTyped } from './Form.tsx';

it('what is typed while something is being saved stays in the field', () => {
  const saved = unlessTyped('rosa@example.com', '');
  expect(saved('rosa@example.com')).toBe('');
  expect(saved('rosa@example.com, tala@example.com')).toBe('rosa@example.com, tala@example.com');
});
