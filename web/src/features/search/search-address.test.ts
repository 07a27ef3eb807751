import { tagCharsMax } from '@frontrow/core/events/limits.ts';
import { expect, it } from 'vitest';
import { noFilters } from '#web/features/discover/filters.ts';
import { addressOf, canBeRead, pathOf, searchCharsMax, stageOf } from './search-address.ts';

it('words, tag and filters are read from the address as they were written', () => {
  const address = {
    text: 'café & "piano" #1',
    tag: 'C++ / jazz 50%',
    filters: { ...noFilters, live: true, lang: 'es' },
  };
  const url = new URL(pathOf(address), 'http://x');
  expect(addressOf(decodeURIComponent(url.pathname.slice('/search/'.length)), url.searchParams)).toEqual(address);
  expect(pathOf({ text: '', tag: null, filters: noFilters })).toBe('/search');
});

it('a tag is cut at its maximum, and never inside a character', () => {
  const longest = '👋'.repeat(tagCharsMax);
  expect([`${longest}b`, longest].map((tag) => addressOf(tag, new URLSearchParams()).tag)).toEqual([longest, longest]);
});

it('words are cut at their maximum, and never inside a character', () => {
  const longest = '👋'.repeat(searchCharsMax);
  expect(addressOf(undefined, new URLSearchParams({ q: `${longest}b` })).text).toBe(longest);
  expect(addressOf(undefined, new URLSearchParams({ q: longest })).text).toBe(longest);
});

it('a null character is left out', () => {
  expect(addressOf('ja\0zz', new URLSearchParams({ q: '\0piano\0' }))).toMatchObject({ tag: 'jazz', text: 'piano' });
});

it('an address that was cut inside a character is invalid', () => {
  expect(
    ['/search', '/search/jazz%2050%25', '/search/caf%C3%A9', '/search/%E0%A4%A', '/search/50%'].map(canBeRead),
  ).toEqual([true, true, true, false, false]);
});

it('the server is asked once there is enough to search for', () => {
  const stage = (text: string, tag: string | null = null): string => stageOf({ text, tag, filters: noFilters });
  expect([stage(''), stage('  '), stage('a'), stage('👋'), stage('ab'), stage('', 'jazz'), stage('a', 'jazz')]).toEqual(
    ['start', 'start', 'short', 'short', 'search', 'search', 'short'],
  );
});
