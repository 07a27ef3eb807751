import { wordOf } from './seed.ts';

/** Numbers that look thrown and are the same in every run. */
export function thrown(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Query = Readonly<Record<string, string>>;

const someWord = (random: () => number): string => wordOf(Math.floor(40_000 * random() ** 3));

/**
 * What people type: a word, two or three, the beginning of one, with and without filters; common and rare ones as
 * they come.
 */
export function searches(count: number): Query[] {
  const random = thrown(7);
  return Array.from({ length: count }, (_, n): Query => {
    const word = someWord(random);
    if (n % 5 === 0) return { q: word.slice(0, 3) };
    if (n % 5 === 1) return { q: `${word} ${someWord(random)}` };
    if (n % 5 === 2) return { q: word, category: String(1 + (n % 11)), free: 'true' };
    if (n % 5 === 3) return { q: word, past: 'true' };
    return { q: word };
  });
}

/** The same with a letter wrong: swapped, missing, doubled or another one. */
export function typos(count: number): Query[] {
  const random = thrown(11);
  return Array.from({ length: count }, (_, n): Query => {
    const word = someWord(random);
    const at = 1 + Math.floor(random() * (word.length - 2));
    const wrong = [
      word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + word[at] + word.slice(at),
      `${word.slice(0, at)}x${word.slice(at + 1)}`,
    ][n % 4]!;
    return { q: wrong };
  });
}

/** Every combination of filters with every section of a list. */
export function filterCombinations(now: number): Query[] {
  const filters: Query[] = [
    { free: 'true' },
    { price_max: '12' },
    { from: String(now + 86_400_000) },
    { to: String(now + 30 * 86_400_000) },
    { lang: '3' },
    { category: '5' },
    { tag: wordOf(40) },
    { host: 'host77' },
  ];
  const sections: Query[] = [{}, { live_now: 'true' }, { past: 'true' }];
  return sections.flatMap((section) =>
    Array.from({ length: 2 ** filters.length }, (_, bits): Query =>
      Object.assign({}, section, ...filters.filter((_filter, n) => (bits >> n) & 1)),
    ),
  );
}
