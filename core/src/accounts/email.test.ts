import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailCharsMax, isEmail, normaliseEmail, readableEmail, readEmail } from './email.ts';

const read = (typed: string) => readEmail(typed, domainToASCII);

test.each([
  '',
  'ada',
  'ada@',
  '@mail.com',
  'ada@mail',
  'ada@m.c',
  'ada@mail..com',
  'ada@mail.com..',
  'ada@.',
  'ada b@mail.com',
  'ada@mail.com\nbcc:x@y.zz',
  'a..b@mail.com',
  '.a@mail.com',
  'a.@mail.com',
  'ada@-mail.com',
  'ada@mail.com-',
  'ada@ma_il.com',
  'ada@xn---viiia.com',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@[::1]',
  'ada@mail.com:25',
  'ada@mail.com/x',
  'ada@mail.com?x',
  'ada@mail.com#x',
  'ada@mail%2ecom',
  'ada@℀.com',
  'ada@ma\u200Dil.com',
  'ada@\uD800.com',
  'ada\u200B@mail.com',
  'a\uFE0Fda@mail.com',
  'a\u3164da@mail.com',
  'a\u2800da@mail.com',
  `${'a'.repeat(65)}@mail.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'ü'.repeat(60)}.com`,
  'ada@mail.com, eve@mail.com',
  '"a"@mail.com',
  'ada<x>@mail.com',
])('the email address %j is refused', (typed) =>
  expect(() => read(typed)).toThrow('Enter a valid email address, like you@example.com.'),
);

test('the refusal names the field', () =>
  expect(() => read('ada')).toThrow(expect.objectContaining({ code: 'email_invalid', field: 'email' })));

test.each([
  'ada@mail.com',
  'a@b.co',
  'ada.b+tag@sub.mail.co.uk',
  'ådå@xn--bcher-kva.example',
  'ada@xn--80adxhks.xn--p1ai',
  `${'a'.repeat(64)}@mail.com`,
  `ada@${'a'.repeat(63)}.com`,
  'host@frontrow.test',
])('the email address %j is kept as it is typed', (typed) => expect(read(typed)).toBe(typed));

describe('one mailbox has one spelling', () => {
  test.each([
    ['  Ada.B@Mail.COM ', 'ada.b@mail.com'],
    ['ａｄａ＠ｍａｉｌ．ｃｏｍ', 'ada@mail.com'],
    ['ada@mail。com', 'ada@mail.com'],
    ['ada@mail｡com', 'ada@mail.com'],
    ['ada@mail.com.', 'ada@mail.com'],
    ['ada@mail.com。', 'ada@mail.com'],
    ['ada@ma\u00ADil.com', 'ada@mail.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
    ['a@XN--BCHER-KVA.example.', 'a@xn--bcher-kva.example'],
    ['a@उदाहरण.परीक्षा', 'a@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
    // Two domains each: IDNA 2008 distinguishes ß from ss, and a Persian word with a joiner from one without.
    ['a@faß.de', 'a@xn--fa-hia.de'],
    ['a@fass.de', 'a@fass.de'],
    ['a@نامه\u200Cای.com', 'a@xn--mgba3gch31f060k.com'],
    ['a@نامهای.com', 'a@xn--mgba3gch31f.com'],
  ])('%j is kept as %s', (typed, kept) => expect(read(typed)).toBe(kept));

  test('the kept spelling stays the same when it is read again, also in the readable form', () => {
    const odd = fc.constantFrom(
      ...Array.from('aAßẞüΣςİıﬁŉΐÅ.。-０Ⅷक्ن'),
      'xn--',
      '\u00AD',
      '\u200C',
      '\u200D',
      '\u0308',
      '\u0345',
    );
    const part = fc.oneof(
      fc.array(odd, { minLength: 1 }).map((letters) => letters.join('')),
      fc.string({ unit: 'binary' }),
    );
    const address = fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.com`);
    fc.assert(
      fc.property(fc.oneof(address, fc.emailAddress()), (typed) => {
        const kept = normaliseEmail(typed, domainToASCII);
        if (!isEmail(kept)) return;
        expect(read(kept)).toBe(kept);
        expect(read(readableEmail(kept, domainToUnicode))).toBe(kept);
      }),
      { numRuns: 3_000 },
    );
  });
});

test('people read the domain in their own letters', () => {
  expect(readableEmail('a@xn--bcher-kva.example', domainToUnicode)).toBe('a@bücher.example');
  expect(readableEmail('ada@mail.com', domainToUnicode)).toBe('ada@mail.com');
});

test('the longest address', () => {
  const domain = (length: number): string =>
    `${'d'.repeat(60)}.`.repeat(3) + `${'e'.repeat(length - 183 - 3)}.com`.slice(-(length - 183));
  const longest = `${'a'.repeat(64)}@${domain(emailCharsMax - 65)}`;
  expect(longest.length).toBe(emailCharsMax);
  expect(read(longest)).toBe(longest);
  expect(() => read(`${'a'.repeat(64)}@${domain(emailCharsMax - 64)}`)).toThrow(
    'Enter a valid email address, like you@example.com.',
  );
});
