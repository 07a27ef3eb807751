import { expect, it } from 'vitest';
import { looksLikeEmail, typedEmail } from './typed-email.ts';

it('an email address is trimmed and in lower case', () => expect(typedEmail(' Ada.B@Mail.COM')).toBe('ada.b@mail.com'));

it.each(['', 'ada', 'ada@', '@mail.com', 'ada@mail', 'ada@mail.c', 'ada b@mail.com', `${'a'.repeat(246)}@mail.com`])(
  'the email address %j is refused',
  (email) => expect(looksLikeEmail(email)).toBe(false),
);

it.each([
  'ada@mail.com',
  'a@bücher.example',
  'ada＠ｍａｉｌ．ｃｏｍ',
  'ada@mail。com',
  'ada@mail｡com',
  `${'a'.repeat(245)}@mail.com`,
])('the email address %j is accepted', (email) => expect(looksLikeEmail(email)).toBe(true));
