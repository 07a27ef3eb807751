/**
 * The conversion table of EPC217-08: letters of Greek and Bulgarian, Latin letters that have no mark to take off, and
 * punctuation. Where the table keeps one letter of two, we write both, as its notes and the German banks allow: names
 * stay recognizable when a bank compares them with the account, which it does without regard to case. Macedonia,
 * Serbia, Montenegro and Moldova joined SEPA after the table was written, so their letters follow the Latin alphabets
 * of these countries, and other Cyrillic letters follow machine-readable passports (ICAO 9303).
 */
const pairs = (text: string): (readonly [string, string])[] =>
  text.split(/\s+/).map((pair) => [pair.slice(0, 1), pair.slice(1)]);
const capitals = pairs(
  'ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTH ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCH ΨPS ΩO ' +
    'АA БB ВV ГG ДD ЕE ЖZH ЗZ ИI ЙY КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХH ЦTS ЧCH ШSH ЩSHT ЪA ЬY ЮYU ЯYA ' +
    'ЂDJ ЃGJ ЅDZ ЈJ ЉLJ ЊNJ ЋC ЌKJ ЏDZ ЄIE ІI ҐG ЫY ЭE ÆAE ŒOE ØO ŁL ĿL ĐD ÐD ÞTH ĦH ŦT ŊN ƏE ẞSS',
);
const smallOnly = pairs('ßss ςs ıi ĸq');
const punctuation = pairs(
  ";, [( ]) {( }) \\/ |/ _- ~- `' ¿? €E ‘' ’' ‚' ‛' ′' ʼ' ʹ' ʻ' ´' ‐- ‑- ‒- –- —- ―- −- ·. •. “. ”. „. ‹. ›.",
);

const table: ReadonlyMap<string, string> = new Map([
  ...capitals,
  ...capitals.map(([letter, latin]) => [letter.toLowerCase(), latin.toLowerCase()] as const),
  ...smallOnly,
  ...punctuation,
]);

const basic = /^[A-Za-z0-9/\-?:().,'+ ]*$/;
/** Signs that the table writes as a dot: those of ASCII and Latin-1. */
const dotted = /^[!-~¡-¿×÷]$/;
/** Marks, and characters that show nothing: joiners, direction marks, variation selectors. */
const unseen = /^[\p{M}\p{Cf}]$/u;
const space = /^[\s\p{Cc}]$/u;

/** One character in the letters that every bank takes; undefined where there is no way to write it. */
function written(character: string): string | undefined {
  if (basic.test(character)) return character;
  const known = table.get(character);
  if (known !== undefined) return known;
  if (space.test(character)) return ' ';
  if (unseen.test(character)) return '';
  if (dotted.test(character)) return '.';
  const parts = [...character.normalize('NFKD')];
  if (parts.length === 1 && parts[0] === character) return undefined;
  const plain = parts.map(written);
  return plain.includes(undefined) ? undefined : plain.join('');
}

const charactersOf = (text: string): string[] => [...text.normalize('NFC')];

/**
 * A text in the letters that every bank of SEPA takes (EPC217-08); what has no such letters becomes a dot. Banks read a
 * slash at either end, and two together, as a sign of their own.
 */
export function sepaText(text: string, charsMax: number): string {
  const plain = charactersOf(text)
    .map((character) => written(character) ?? '.')
    .join('')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/\/(\s*\/)+/g, '/')
    .replace(/^[\s/]+/, '');
  return plain.slice(0, charsMax).replace(/[\s/]+$/, '');
}

/** The characters of a text that no bank of SEPA can write, each once. */
export const unwritableIn = (text: string): string[] => [
  ...new Set(charactersOf(text).filter((character) => written(character) === undefined)),
];

/** How many characters that cannot be written are named. */
const namedMax = 5;

/** What is wrong with a name or an address for a bank transfer, in a sentence; undefined: nothing. */
export function sepaTextFault(text: string): string | undefined {
  const unwritable = unwritableIn(text);
  if (unwritable.length > 0)
    return `Banks in SEPA can’t write ${unwritable.slice(0, namedMax).join(' ')}. Please use Latin letters, as your bank does.`;
  return undefined;
}

/** What is wrong with a name: characters, as few as are named; or it has no letter, and a file with it is refused. */
export type SepaNameProblem = { readonly unwritable: readonly string[] } | 'no_letters';

export function sepaNameProblem(name: string): SepaNameProblem | undefined {
  const unwritable = unwritableIn(name).slice(0, namedMax);
  if (unwritable.length > 0) return { unwritable };
  return /[A-Za-z]/.test(sepaText(name, name.length * 3)) ? undefined : 'no_letters';
}

/** The same in a sentence. */
export function sepaNameFault(name: string): string | undefined {
  return sepaNameProblem(name) === 'no_letters' ? 'Please enter a name that contains letters.' : sepaTextFault(name);
}

/** The name a payout has on its way through the banks: at most 35 letters, so its id without dashes. */
export const endToEndId = (payoutId: string): string => payoutId.replaceAll('-', '');
