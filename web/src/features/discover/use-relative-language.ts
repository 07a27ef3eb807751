import { useReaders } from '#web/shared/first-page.ts';
import { type RelativeLanguage, relativeLanguage } from './relative.ts';

/** Relative times are in the reader's language, not in that of the interface; in English where the server draws. */
export const useRelativeLanguage = (): RelativeLanguage => useReaders(relativeLanguage(navigator.languages), 'en');
