/** The words of a name without case, accents and punctuation. */
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .normalize('NFKD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

/**
 * Whether a holder's name is one of a person's names: the same words in any order. A bank may leave a second name out
 * or know one more, so it is enough that all words of the shorter name are in the longer one, and two are the same.
 */
export function isNameOf(holder: string, names: readonly string[]): boolean {
  const typed = wordsOf(holder);
  return names.some((name) => {
    const own = wordsOf(name);
    const common = [...own].filter((word) => typed.has(word)).length;
    const shorter = Math.min(own.size, typed.size);
    return common > 0 && common === shorter && (shorter > 1 || own.size === typed.size);
  });
}
