import { expect, test } from 'vitest';
import { checkRemovable, hasPasskeys, isCopied, readPasskeyName } from './passkeys.ts';

test('a passkey has a name of one line', () => {
  expect(readPasskeyName(' Ada’s \n phone ', 'passkey_name')).toBe('Ada’s phone');
  expect(() => readPasskeyName('\u200B ', 'passkey_name')).toThrow('Name is required.');
});

test.each([
  ['frontrow.example', true],
  ['localhost', true],
  ['10.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('browsers make passkeys for %s: %s', (hostname, expected) => expect(hasPasskeys(hostname)).toBe(expected));

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [4, 4, true],
  [4, 3, true],
  [4, 0, true],
])('an authenticator that counted to %i and now says %i was copied: %s', (before, now, expected) =>
  expect(isCopied(before, now)).toBe(expected),
);

test('the last way to log in cannot be removed', () => {
  const last = { hasPassword: false, hasIdentity: false, otherPasskeys: 0 };
  expect(() => checkRemovable(last)).toThrow('only way to log in');
  for (const other of [{ hasPassword: true }, { hasIdentity: true }, { otherPasskeys: 1 }])
    expect(() => checkRemovable({ ...last, ...other })).not.toThrow();
});
