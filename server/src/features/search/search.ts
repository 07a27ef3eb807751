import type { AnswerOf } from '@frontrow/contract/api.ts';
import { searchCharsMax, searchCharsMin } from '@frontrow/core/search/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import {
  type EventFilters,
  type Events,
  type ListPart,
  type ListSection,
  readingBounds,
  sectionOf,
} from '../events/index.ts';
import { findHosts } from './find-hosts.ts';
import { findTags } from './find-tags.ts';
import { allOf, likeness, type Meant, meantBy } from './meant-words.ts';
import { suggest } from './suggest.ts';

export interface SearchUses extends Pick<Kit, 'db'> {
  readonly events: Events;
}

export interface Search {
  readonly text: string;
  readonly filters: EventFilters;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

const pageDefault = 20;
const bounds = `${readingBounds}; SET LOCAL pg_trgm.similarity_threshold = ${likeness}`;
/** SQLSTATE of a statement that reached its time limit. */
const tookTooLong = '57014';

const live: ListPart = { where: 'state = 1', in: 'anywhere', column: 'started_at', direction: 'DESC' };
/**
 * Live ones first, then those with all words in title, tags or host, then those with words in the description; past
 * ones apart.
 */
const parts: Record<ListSection, readonly ListPart[]> = {
  live: [live],
  coming: [
    live,
    { where: 'state = 0', in: 'head', column: 'starts_at', direction: 'ASC' },
    { where: 'state = 0', in: 'description', column: 'starts_at', direction: 'ASC' },
  ],
  past: [{ where: 'state = 2', in: 'anywhere', column: 'starts_at', direction: 'DESC' }],
};

const nothing: AnswerOf<'GET /search'> = {
  events: [],
  next_cursor: null,
  corrected: null,
  tags: [],
  hosts: [],
  suggestions: [],
};

export async function search(uses: SearchUses, asked: Search): Promise<AnswerOf<'GET /search'>> {
  const text = asked.text.replaceAll(/\p{Cc}/gu, ' ').trim();
  checkLength(text);
  try {
    return await answer(uses, { ...asked, text });
  } catch (error) {
    if ((error as { code?: string }).code === tookTooLong) throw refuse('search_too_slow', {}, { retryAfter: 5 });
    throw error;
  }
}

function checkLength(text: string): void {
  const length = [...text].length;
  if (length > searchCharsMax) throw refuse('search_too_long', {}, { field: 'q' });
  if (length > 0 && length < searchCharsMin) throw refuse('search_too_short', {}, { field: 'q' });
}

async function answer({ db, events }: SearchUses, asked: Search): Promise<AnswerOf<'GET /search'>> {
  const { text, filters, cursor, limit = pageDefault } = asked;
  return db.tx(async (tx) => {
    const meant = text === '' ? [] : await meantBy(tx, text);
    const words = allOf(meant);
    // Without words and without a tag there is nothing to search for; only suggestions are answered.
    const findable = text === '' ? filters.tag !== undefined : words !== undefined;
    const page = findable
      ? await events.listed(tx, { parts: parts[sectionOf(filters)], words, filters, cursor, limit })
      : { ids: [], nextCursor: null };
    const found = {
      ...nothing,
      events: await events.cards(tx, page.ids),
      next_cursor: page.nextCursor,
      corrected: page.ids.length > 0 ? correctionOf(meant) : null,
    };
    if (cursor !== undefined) return found;
    return {
      ...found,
      tags: await findTags(tx, meant),
      hosts: await events.hostCards(tx, await findHosts(tx, meant)),
      suggestions: page.ids.length > 0 ? [] : await suggest(tx, meant),
    };
  }, bounds);
}

/** The search with its corrected words; null where nothing was corrected. */
const correctionOf = (meant: readonly Meant[]): string | null =>
  meant.some((word) => word.corrected) ? meant.map((word) => word.corrected ?? word.typed).join(' ') : null;
