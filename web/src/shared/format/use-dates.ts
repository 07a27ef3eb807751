import { useReaders } from '../first-page.ts';

/** The zone to write dates in: none, which is the reader's own; where the server draws, and while its page is taken over, the one given. */
export const useReaderZone = (there = 'UTC'): string | undefined => useReaders(undefined, there);
