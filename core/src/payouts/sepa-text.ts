/** Letters that have no accent to take off. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text in the letters that every bank of SEPA takes (EPC217-08); others become a dot. */
export function sepaText(text: string, charsMax: number): string {
  const plain = [...text.normalize('NFKD').replaceAll(/\p{Mn}/gu, '')]
    .map((letter) => spelledOut[letter] ?? letter)
    .join('')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replaceAll(/ +/g, ' ')
    .trim();
  return plain.slice(0, charsMax).trim();
}

/** The name a payout has on its way through the banks: at most 35 letters, so its id without dashes. */
export const endToEndId = (payoutId: string): string => payoutId.replaceAll('-', '');
