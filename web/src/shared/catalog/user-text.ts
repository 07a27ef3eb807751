import { useQuery } from '@tanstack/react-query';
import { languagesQuery } from './queries.ts';

/** For an element that holds what a person wrote: how it is read, spoken and hyphenated. */
export interface UserText {
  readonly lang: string;
  readonly dir: 'auto';
}

/**
 * Written in no known language. An empty `lang` keeps the page's English from applying, with which a screen reader
 * would mispronounce the text and the browser would hyphenate it wrongly.
 */
export const userText: UserText = { lang: '', dir: 'auto' };

interface Spoken {
  readonly lang_ide: number;
  readonly lang_code: string;
}

/** An event or a host in one language is described in it; in several, nothing says which. */
export function userTextIn(ides: readonly number[], languages: readonly Spoken[] | undefined): UserText {
  const code = ides.length === 1 && languages?.find(({ lang_ide }) => lang_ide === ides[0])?.lang_code;
  return code ? { lang: code, dir: 'auto' } : userText;
}

/** The same with the catalog's languages; unknown until they are loaded. */
export function useUserText(ides: readonly number[]): UserText {
  const { data } = useQuery(languagesQuery);
  return userTextIn(ides, data);
}
