import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { filteredWordCharsMax, filteredWordsMax, filterWords, requireNoFilteredWord } from './word-filter.ts';

const viewer = { isHost: false, isAdmin: false };
const said = (work: () => unknown): unknown => {
  try {
    return work() ?? 'passes';
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.params['word']] : error;
  }
};
const write = (words: string[], text: string, me = viewer) =>
  said(() => requireNoFilteredWord(filterWords(words), me, text, 'message'));

test.each([
  ['darn', 'Well, DARN it!'],
  ['darn', 'ｄａｒｎ'],
  ['cafe', 'the Café'],
  ['Straße', 'die straße'],
  ['free money', 'get FREE… money now'],
  ['buy-now', 'Buy now'],
  ['死', 'お前は死ね'],
  ['w00t', 'w00t'],
  ['scheiße', 'SCHEISSE'],
  ['sıkıcı', 'ÇOK SIKICI'],
  ['كتاب', 'كِتَاب'],
  ['שלום', 'שָׁלוֹם'],
  ['ばか', 'おばか'],
  ['मार', 'मार डालो'],
])('a list with %j refuses %j', (word, text) => expect(write(['other', word], text)).toEqual(['word_filtered', word]));

test.each([
  ['ass', 'a class act'],
  ['free money', 'free your money'],
  ['hell', 'hello'],
  ['darn', ''],
  ['ばか', 'はかない'],
  ['मार', 'मोर नाचता है'],
  ['มา', 'ม้า'],
])('a list with %j passes %j', (word, text) => expect(write([word], text)).toBe('passes'));

test('the host and event admins are not filtered', () => {
  expect(write(['darn'], 'darn', { isHost: true, isAdmin: false })).toBe('passes');
  expect(write(['darn'], 'darn', { isHost: false, isAdmin: true })).toBe('passes');
});

test('the list keeps each word once, within its limits', () => {
  expect(filterWords([' Darn ', '', 'dárn', 'free  money'])).toEqual(['Darn', 'free money']);
  const many = (count: number) => Array.from({ length: count }, (_one, nth) => `word${nth}`);
  expect(filterWords(many(filteredWordsMax))).toHaveLength(filteredWordsMax);
  expect(said(() => filterWords(many(filteredWordsMax + 1)))).toEqual(['filter_full', undefined]);
  expect(filterWords(['x'.repeat(filteredWordCharsMax)])).toHaveLength(1);
  expect(said(() => filterWords(['x'.repeat(filteredWordCharsMax + 1)]))).toEqual(['filter_word_too_long', undefined]);
  expect(said(() => filterWords(['…']))).toEqual(['filter_word_empty', '…']);
});
