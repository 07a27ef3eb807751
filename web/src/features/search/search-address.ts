import { tagCharsMax } from '@frontrow/core/events/limits.ts';
import { type Filters, filtersOf, paramsOf } from '#web/features/discover/index.ts';

/** What a search page shows; all of it stands in its address, so it can be shared and the back button works. */
export interface SearchAddress {
  readonly text: string;
  readonly tag: string | null;
  readonly filters: Filters;
}

export const searchCharsMin = 2;
export const searchCharsMax = 100;

/** An address that was cut within a letter names nothing. */
export function canBeRead(path: string): boolean {
  try {
    // The build leaves a call out whose answer nobody looks at.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

const cut = (words: string, letters: number): string => [...words.replaceAll('\0', '')].slice(0, letters).join('');

/** Longer words than a search takes are cut, as the field cuts them; a tag where no event has a longer one. No text has a NUL. */
export const addressOf = (tag: string | undefined, params: URLSearchParams): SearchAddress => ({
  text: cut(params.get('q') ?? '', searchCharsMax),
  tag: tag === undefined ? null : cut(tag, tagCharsMax),
  filters: filtersOf(params),
});

export function pathOf({ text, tag, filters }: SearchAddress): string {
  const params = paramsOf(filters);
  if (text !== '') params.set('q', text);
  const query = params.toString();
  return `/search${tag === null ? '' : `/${encodeURIComponent(tag)}`}${query === '' ? '' : `?${query}`}`;
}

/** Nothing to ask the server for yet: no words and no tag, or a single letter. */
export function stageOf({ text, tag }: SearchAddress): 'start' | 'short' | 'search' {
  const letters = [...text.trim()].length;
  if (letters === 0) return tag === null ? 'start' : 'search';
  return letters < searchCharsMin ? 'short' : 'search';
}
