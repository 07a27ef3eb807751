import type { Language } from '@frontrow/core/kernel/language.ts';
import { files as de } from './de/index.ts';
import { files as es } from './es/index.ts';
import type { Feature } from './catalogues.ts';
import type { LoadTexts } from './index.ts';

/** Where the texts of each other language lie; fetched with the first of them. */
export const otherLanguages: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Feature, LoadTexts>>>> = {
  de,
  es,
};
