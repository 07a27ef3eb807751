import { expect, it } from 'vitest';
import { noFilters } from '#web/features/discover/filters.ts';
import { addressOf, pathOf, stageOf } from './search-address.ts';

it('words, tag and filters come back as they went', () => {
  const address = {
    text: 'café & "piano" #1',
    tag: 'C++ / jazz 50%',
    filters: { ...noFilters, live: true, lang: 'es' },
  };
  const url = new URL(pathOf(address), 'http://x');
  expect(addressOf(decodeURIComponent(url.pathname.slice('/search/'.length)), url.searchParams)).toEqual(address);
  expect(pathOf({ text: '', tag: null, filters: noFilters })).toBe('/search');
});

it('asks the server once there is something to ask for', () => {
  const stage = (text: string, tag: string | null = null): string => stageOf({ text, tag, filters: noFilters });
  expect([stage(''), stage('  '), stage('a'), stage('👋'), stage('ab'), stage('', 'jazz'), stage('a', 'jazz')]).toEqual(
    ['start', 'start', 'short', 'short', 'search', 'search', 'short'],
  );
});
