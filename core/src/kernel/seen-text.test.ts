import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seenLine, seenText } from './text.ts';

describe('a text in which nobody sees anything is empty', () => {
  test.each([
    '',
    '  \n',
    '\u0000',
    '\u00AD',
    '\u034F',
    '\u061C',
    '\u115F',
    '\u1160',
    '\u17B4\u17B5',
    '\u180B\u180E',
    '\u200B\u200B',
    '\u200C\u200D',
    '\u200E\u200F',
    '\u202E \uFEFF',
    '\u2060\u2061\u2062\u2063\u2064',
    '\u2066\u2069',
    '\u2800',
    '\u3164',
    '\uFE00\uFE0E\uFE0F',
    '\uFFA0',
    '\uFFF9\uFFFA\uFFFB',
    '\uFFFC',
    '\uFFFF',
    '\uD800',
    '\uE000',
    '\u{1D159}',
    '\u{1D173}',
    '\u{E0041}\u{E007F}',
    '\u{E0100}',
    '\u{E0FFF}',
    '\u{10FFFF}',
  ])('the text %j is empty', (text) => expect([seenText(text), seenLine(text)]).toEqual(['', '']));
});

describe('invisible characters do not make one text pass for another', () => {
  test.each([
    ['An\u200Bna', 'Anna'],
    ['An\u200Cna', 'Anna'],
    ['An\u200Dna', 'Anna'],
    ['\u200DAnna\u200D', 'Anna'],
    ['An\u00ADna', 'Anna'],
    ['An\u034Fna', 'Anna'],
    ['Anna\uFE0F', 'Anna'],
    ['An\u2060na', 'Anna'],
    ['\uFEFFAnna', 'Anna'],
    ['Anna\u{E0041}', 'Anna'],
    ['Anna\u{E0100}', 'Anna'],
    ['Anna\u180B', 'Anna'],
    ['An\u115Fna', 'An na'],
    ['An\u3164na', 'An na'],
    ['Anna\u2800\u2800Lind', 'Anna Lind'],
    ['דו\u200Fד', 'דוד'],
    ['e\u034F\u0301', 'é'],
    ['7\uFE0F', '7'],
    ['山\uFE0F', '山'],
    ['한\u200D글', '한글'],
    // Letters that join nothing after them look the same with a joiner: دارا is one name.
    ['دا\u200Cرا', 'دارا'],
    ['دار\u200Dا', 'دارا'],
    ['دارا\u200C', 'دارا'],
    ['علی\u200C', 'علی'],
    ['عل\u200Dی', 'علی'],
    ['عل\u200C\u200Cی', 'عل\u200Cی'],
    ['ی\u200Cء', 'یء'],
    // Without a virama a joiner changes nothing in Devanagari.
    ['रा\u200Cम', 'राम'],
    ['राम\u200D', 'राम'],
    ['क्\u200C', 'क्'],
    ['👩\u200D', '👩'],
    ['\u200D👩', '👩'],
    ['👩\u200D\u200D👧', '👩\u200D👧'],
    ['👩\u200Dk', '👩k'],
    ['👩\uFE0F\uFE0F', '👩\uFE0F'],
    ['🏴\u{E0067}', '🏴'],
    ['a\u{E0067}\u{E0062}\u{E007F}', 'a'],
  ])('the text %j is kept as %j', (typed, kept) => expect(seenLine(typed)).toBe(kept));
});

describe('what changes what people see stays', () => {
  test.each([
    // Persian, Urdu, Kurdish, Syriac; a letter in the shape it has inside a word.
    'علی\u200Cرضا',
    'می\u200Cخواهم نامه\u200Cای',
    'بِ\u200Cنام',
    'ئا\u0640\u200Cب',
    'ܒ\u200Cܒ',
    '۱۴۰۲ ه\u200D. ش',
    // Sinhala, Devanagari, Bengali, Malayalam, Kannada.
    'ශ්\u200Dරී ලංකා',
    'क्\u200Dष',
    'क्\u200Cष',
    'র\u200D্যাব',
    'അവന്\u200D',
    'ರ\u200D್ಕ',
    // Emoji of several parts.
    '👩\u200D👩\u200D👧',
    '👨🏽\u200D🚀',
    '❤\uFE0F',
    '❤\uFE0F\u200D🔥',
    '🏳\uFE0F\u200D🌈',
    '🏴\u200D☠\uFE0F',
    '☎\uFE0E',
    '1\uFE0F\u20E3 #\uFE0F\u20E3',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🇵🇹',
    // Variants of a family name's character, and of a Mongolian letter.
    '葛\u{E0100}城',
    'ᠭ\u180B',
    // Visible, though Unicode lists them among formats.
    '\u0601۱۲',
    'שלום 👩\u200D👩\u200D👧',
  ])('the text %j is kept unchanged', (text) => expect([seenText(text), seenLine(text)]).toEqual([text, text]));
});

test('line breaks stay, control characters and marks that turn the direction around are blanks', () => {
  expect(seenText(' one\r\ntwo\u0007three \n')).toBe('one\ntwo three');
  expect(seenLine('gpj.\u202Eexe\n\u0085next')).toBe('gpj. exe next');
});

test('a text that was cleaned once is not changed again', () => {
  const pieces = fc.constantFrom(
    ...Array.from('aé7#©👩❤🏽🏴🔥یارهءक्रරීর্山ᠭ한\u0301\u0654\u0308'),
    ...Array.from('\u200B\u200C\u200D\u00AD\u034F\u061C\u3164\u2800\uFE0E\uFE0F\u20E3\u180B\u180E\u202E\uFEFF \n\r'),
    '\u{E0067}',
    '\u{E007F}',
    '\u{E0100}',
    '\uD800',
    '\uDC00',
  );
  const text = fc.oneof(
    fc.array(pieces).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      expect(seenText(seenText(typed))).toBe(seenText(typed));
      expect(seenLine(seenLine(typed))).toBe(seenLine(typed));
    }),
    { numRuns: 2_000 },
  );
});
