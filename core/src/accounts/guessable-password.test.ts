import { describe, expect, test } from 'vitest';
import { checkNewPassword, type CommonPasswords } from './password.ts';

const list = new Set(['password', 'password1', 'qwerty123', 'summer', '1q2w3e4r', 'abcd1234', 'trustno1', 'another']);
const common: CommonPasswords = {
  has: (word) => list.has(word),
  isStem: (word) => word === 'password' || word === 'summer',
};
const owner = { username: 'ada.byron', name: 'Ada', surname: 'Lindström', email: 'ada.lovely@post.example' };
const codeOf = (password: string): string | undefined => {
  try {
    checkNewPassword(password, { owner, common });
  } catch (error) {
    return (error as { code: string }).code;
  }
  return undefined;
};

describe('a new password', () => {
  test.each(['Password1', 'Qwerty123', 'qWERTY123', 'Abcd1234', 'TrustNo1', '1Q2w3e4r', 'Ｐassword1'])(
    'a password on the list is refused in any capitals: %s',
    (password) => expect(codeOf(password)).toBe('password_common'),
  );

  test.each([
    'Password1!',
    '*Qwerty123*',
    'P@ssword1',
    'P4ssw0rd1',
    'Passw0rd',
    'Pa$$word12',
    'Summer2026',
    'Summer2026!',
  ])('a common password that is only dressed up is refused: %s', (password) =>
    expect(codeOf(password)).toBe('password_common'),
  );

  test.each([
    'Frontrow1',
    'Frontrow-2026',
    'Fr0ntr0w2026',
    'Ada.Byron1',
    'AdaLindström1990',
    'Lindström99',
    'Ada12345',
    'Lovely2026',
    'Ada.Lovely@post.example1',
    'Byron4Ada',
  ])('a password that is a name and a few characters is refused, its owner’s or the product’s: %s', (password) =>
    expect(codeOf(password)).toBe('password_personal'),
  );

  test.each(['Another42', 'Frontrow-Piano-Tuesday-9', 'Adamant-Walrus-7', 'Password-Piano-Walrus-7', 'Summer19283746'])(
    'a password with enough characters besides those words is accepted: %s',
    (password) => expect(codeOf(password)).toBeUndefined(),
  );

  test('the general rule judges a password first', () => expect(codeOf('password')).toBe('password_weak'));

  test('a name of two letters, or an empty one, makes no password personal', () =>
    expect(() =>
      checkNewPassword('Violin-77', { owner: { username: 'li', name: 'Li', surname: '', email: '' }, common }),
    ).not.toThrow());

  test('a refusal names the field of the new password', () =>
    expect(() => checkNewPassword('Password1', { owner, common, field: 'new_password' })).toThrow(
      expect.objectContaining({ field: 'new_password' }),
    ));
});
