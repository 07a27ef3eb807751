import { useReaders } from '#web/shared/first-page.ts';
import { type RelativeLanguage, relativeLanguage } from './relative.ts';

/** The language of relative times is the reader's, whatever the interface speaks; English where the server draws. */
export const useRelativeLanguage = (): RelativeLanguage => useReaders(relativeLanguage(navigator.languages), 'en');
