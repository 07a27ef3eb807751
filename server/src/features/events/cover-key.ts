import { coverWidths } from '@frontrow/core/events/limits.ts';
import type { Storage } from '../../ports/storage.ts';

/** `covers/<id>` names a cover; its files are `covers/<id>-<width>.webp`, so that a page can pick a size. */
export const coverFile = (coverKey: string, width: number): string => `${coverKey}-${width}.webp`;

export const coverFiles = (coverKey: string): string[] => coverWidths.map((width) => coverFile(coverKey, width));

/** AVIF files that may have been made of them later. */
export const smallerFiles = (coverKey: string): string[] => coverWidths.map((width) => `${coverKey}-${width}.avif`);

/** Address of the largest file. */
export const coverUrl = (storage: Storage, coverKey: string): string =>
  storage.url(coverFile(coverKey, coverWidths[0]));
