/**
 * A text as searches compare it: whatever its case, its accents and the language of the reader's device. In capitals,
 * because ß, ς and ı are written like SS, Σ and I there.
 */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
