/** Of what readers see as one character each. */
const segmentsOf = (text: string): Intl.Segments => new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);

/**
 * The beginning of a text in at most `unitsMax` UTF-16 code units, for others who limit texts. What readers see as one
 * character stays whole or is left out, so that no half of it is sent.
 */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  let end = 0;
  for (const { index, segment } of segmentsOf(text)) {
    if (index + segment.length > unitsMax) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

const charactersOf = (text: string): string[] => Array.from(segmentsOf(text), ({ segment }) => segment);

/** How many characters readers see in a text. */
export const charsIn = (text: string): number => charactersOf(text).length;

/**
 * A line in at most `charsMax` characters, as readers count them. One that is longer ends with a whole word and an
 * ellipsis; within a word where that would leave less than half of the room.
 */
export function shortLine(text: string, charsMax: number): string {
  const characters = charactersOf(text);
  if (characters.length <= charsMax) return text;
  const room = characters.slice(0, charsMax - 1);
  const blank = characters[room.length] === ' ' ? room.length : room.lastIndexOf(' ');
  const kept = blank * 2 < charsMax ? room : room.slice(0, blank);
  return `${kept.join('').replace(/[\s,;:、，：；،؛·&(（「¿¡–—-]+$/u, '')}…`;
}

/** The zero of Arabic, Persian, Devanagari, Bengali and Thai; the other nine digits follow it. */
const zeros = '٠۰०০๐';
const digitOfKeyboard = new RegExp(
  `[${Array.from(zeros, (zero) => `${zero}-${String.fromCodePoint(zero.codePointAt(0)! + 9)}`).join('')}]`,
  'gu',
);

/** What was typed on any keyboard, with the digits 0 to 9 and letters of normal width. */
export const withPlainDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(digitOfKeyboard, (digit) => {
    const zero = Array.from(zeros, (one) => one.codePointAt(0)!).findLast((one) => one <= digit.codePointAt(0)!)!;
    return String(digit.codePointAt(0)! - zero);
  });

const uuidText = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is a UUID as PostgreSQL writes it: in lower case, with hyphens. */
export const isUuid = (text: string): boolean => uuidText.test(text);

/** What another program said, as the database can keep it: PostgreSQL stores no NUL. */
export const storableText = (text: string, unitsMax: number): string => cutText(text.replaceAll('\0', ''), unitsMax);

/**
 * What nobody sees is not kept, because it makes one text pass for another, or a blank pass for a name. It stays only
 * where it changes what people see: joiners of Arabic and Indic writing, the parts of an emoji, variants of Han
 * characters. The choices: docs/decisions/0034-invisible-characters-in-names.md.
 */

/** A skin tone, a presentation selector, the frame of a keycap; then whatever is joined to it. */
const emojiPart = String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]\u20E3?|\p{Emoji_Modifier})?`;
const emoji = [
  // Flags of regions: a black flag and letters that are not drawn.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  `${emojiPart}(?:\\u200D${emojiPart})*`,
];

/** Signs of Indic scripts that suppress a vowel: a joiner next to one decides how the two consonants are drawn. */
const virama = '[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0F84\u1039\u103A\u17D2]';
/** Letters of Arabic and Syriac that join the letter before them alone, or none. */
const rightJoining =
  '\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2-\u06D5' +
  '\u06EE\u06EF\u0710\u0715-\u0719\u071E\u0728\u072A\u072C\u072F\u074D\u0759-\u075B\u076B\u076C\u0771\u0773\u0774' +
  '\u0778\u0779\u0870-\u0882\u088E\u08AA-\u08AE\u08B1\u08B2\u08B9';
const cursive = String.raw`(?=\p{L})[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}]`;
/** A letter of a cursive script that joins the one after it. */
const joiningOn = String.raw`(?![${rightJoining}])${cursive}\p{M}*`;
const joined = [
  String.raw`${virama}(?:\u200D|\u200C(?=\p{L}))`,
  String.raw`\p{L}\u200D(?=${virama})`,
  String.raw`${joiningOn}\u200C(?=(?!\u0621)${cursive})`,
  // A letter in the shape it has inside a word, at the end of one.
  String.raw`${joiningOn}\u200D(?![\p{L}\p{M}\u200C\u200D])`,
];

const variants = [
  String.raw`\p{Unified_Ideograph}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?=\p{L})\p{sc=Mong}(?:[\u180B-\u180D\u180F]|\u180E(?=\p{L}))`,
];

/** Of some use in a sequence, and of none elsewhere: joiners, selectors of variants, letters of flags. */
const partOfSequence = String.raw`\u180B-\u180F\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}`;
const sequenceOrPart = new RegExp(`(${[...emoji, ...joined, ...variants].join('|')})|[${partOfSequence}]`, 'gu');

/** Drawn with a width, but without a shape. */
const blanks = '\u115F\u1160\u2800\u3164\uFFA0\uFFFC\u{1D159}';
/** Control characters, marks that turn the direction of a text around, and what every font draws as it likes. */
const blank = new RegExp(String.raw`(?!\n)[\p{Cc}\p{Cs}\p{Co}\u202A-\u202E\u2066-\u2069${blanks}]`, 'gu');
/** Drawn as nothing wherever it stands. */
const unseen = new RegExp(
  String.raw`(?![${partOfSequence}])[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
);

/**
 * A text as it is kept and shown: line breaks stay, control characters are blanks, invisible ones are gone. Of a text
 * in which nobody sees anything, nothing is left.
 */
export function seenText(typed: string): string {
  const text = typed
    .replace(/\r\n?/g, '\n')
    .replace(blank, ' ')
    .replace(unseen, '')
    .replace(/([\u200C\u200D])[\u200C\u200D]+/g, '$1')
    .replace(sequenceOrPart, '$1')
    .normalize('NFC')
    .trim();
  // What went may leave a joiner without the letters that it joined.
  return text === typed ? text : seenText(text);
}

/** The same in one line. */
export const seenLine = (typed: string): string => seenText(typed).replace(/\s+/g, ' ');

/** Limits of JSON that arrives as text in a form field. */
export const jsonTextCharsMax = 64 * 1024;
export const jsonTextDepthMax = 8;

export type JsonText = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Reads JSON text of at most 64 Ki characters, nested at most 8 deep. Anything else is not ok; nothing is thrown. */
export function readJsonText(text: string): JsonText {
  if (text.length > jsonTextCharsMax || depthOf(text) > jsonTextDepthMax) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

/** How deep brackets nest, before anything is parsed; brackets inside strings do not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === ']' || char === '}') depth--;
  }
  return deepest;
}
