import { languageCookie } from '@frontrow/contract/kernel/headers.ts';
import { firstLanguage, type Language, languageOf, sourceLanguage } from '@frontrow/core/kernel/language.ts';

const listeners = new Set<() => void>();
let current: Language = sourceLanguage;
let ofDrawing: (() => Language | undefined) | undefined;

/** The language of the interface; on the server that of the page which is being drawn. */
export const language = (): Language => (import.meta.env.SSR && ofDrawing?.()) || current;

/** For the server, which draws pages in several languages at once. */
export function languageFrom(drawing: () => Language | undefined): void {
  ofDrawing = drawing;
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the language without loading its texts: see `setLanguage`. */
export function showLanguage(next: Language): void {
  current = next;
  for (const listener of listeners) listener();
}

const keptLanguage = (): Language | undefined =>
  languageOf(new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(document.cookie)?.[1]);

/** The language that the server sent this page in; in development, where none was chosen, that of the browser. */
export const languageOfPage = (): Language =>
  import.meta.env.DEV
    ? firstLanguage([keptLanguage(), ...navigator.languages])
    : (document.documentElement.lang as Language);

/** What happens to a choice: `main.tsx` fetches the code with the first one. */
export const choosing = { choose: (next: Language): void => showLanguage(next) };
