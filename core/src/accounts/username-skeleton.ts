/** Letters of other alphabets and digits that look like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ї: 'l',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'l',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '0': 'o',
  '1': 'l',
  i: 'l',
  '.': '-',
  _: '-',
};

const folded = (username: string): string => username.normalize('NFKC').toLowerCase();

/**
 * Two usernames that people could mistake for each other have the same skeleton: it ignores case and accents, and
 * unifies separators, digits that look like letters, and letters of other alphabets. Skeletons are unique among
 * accounts.
 */
export function usernameSkeleton(username: string): string {
  const plain = folded(username).normalize('NFD').replace(/\p{M}/gu, '');
  const latin = Array.from(plain, (letter) => lookAlikes[letter] ?? letter).join('');
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Case and width as people type them; a name that only looks alike is another one. */
export const isSameUsername = (one: string, other: string): boolean => folded(one) === folded(other);
