import { describe, expect, test } from 'vitest';
import { checkPassword, isStrongPassword, passwordCharsMax } from './password.ts';

describe('password: at least 8 characters with 1 uppercase, 1 lowercase and 1 number', () => {
  test.each(['', 'Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', '12345678', `Aa1${'x'.repeat(passwordCharsMax - 2)}`])(
    'the password %j is refused',
    (password) => expect(isStrongPassword(password)).toBe(false),
  );
  test.each(['Abcdefg1', 'aB3 with spaces', 'Ünïcodé7', `Aa1${'x'.repeat(passwordCharsMax - 3)}`])(
    'the password %j is taken',
    (password) => expect(isStrongPassword(password)).toBe(true),
  );
  test('the refusal names the field', () =>
    expect(() => checkPassword('short')).toThrow(
      expect.objectContaining({ code: 'password_weak', field: 'password' }),
    ));
});
