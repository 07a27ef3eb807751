import { tagCharsMax } from '@frontrow/core/events/limits.ts';
import { type Filters, filtersOf, paramsOf } from '#web/features/discover/index.ts';

/** What a search page shows; all of it is in its address, so that it can be shared and the back button works. */
export interface SearchAddress {
  readonly text: string;
  readonly tag: string | null;
  readonly filters: Filters;
}

export const searchCharsMin = 2;
export const searchCharsMax = 100;

/** Whether the address decodes: one that was cut inside a letter does not. */
export function canBeRead(path: string): boolean {
  try {
    // The result is used because the build drops a call without one.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/** Counts characters (code points), as the limits of a search and of a tag do. */
const cut = (words: string, charsMax: number): string => [...words.replaceAll('\0', '')].slice(0, charsMax).join('');

/** Words and tag are cut at the length that a search and an event's tag can have; no text has a NUL. */
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
