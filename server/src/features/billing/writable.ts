/** What the PDF's own fonts can write besides ASCII and Latin-1: the rest of Windows-1252. */
const besides = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const canWrite = (sign: string): boolean => /^[\n\x20-\x7e\u00a1-\u00ff]$/.test(sign) || besides.includes(sign);

const bare: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H', ſ: 's' };

/**
 * The text as the PDF can write it: a letter that its fonts lack loses its mark (Łódź: Lódz), or becomes a question
 * mark where it belongs to another script. The receipt's page writes every script.
 */
export const writable = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replaceAll('\u2212', '–')
      .replaceAll(/[\u00a0\u202f\u2009]/g, ' '),
  ]
    .map((sign) => {
      if (canWrite(sign)) return sign;
      const plain = bare[sign] ?? sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return [...plain].every(canWrite) ? plain : '?';
    })
    .join('');
