import { coverWidths } from '@frontrow/core/events/limits.ts';
import type { Storage } from '../../ports/storage.ts';

/** `covers/<id>` names a cover; its files are `covers/<id>-<width>.webp`, so a page can pick a size by the number. */
export const coverFile = (coverKey: string, width: number): string => `${coverKey}-${width}.webp`;

export const coverFiles = (coverKey: string): string[] => coverWidths.map((width) => coverFile(coverKey, width));

/** What may have been made of them since, for browsers that read it. */
export const smallerFiles = (coverKey: string): string[] => coverWidths.map((width) => `${coverKey}-${width}.avif`);

/** Address of the largest size. */
export const coverUrl = (storage: Storage, coverKey: string): string =>
  storage.url(coverFile(coverKey, coverWidths[0]));
