import { useReaders } from '../first-page.ts';
import { ownZone } from './time.ts';

/** The reader's zone; where the server draws, and while its page is taken over, the zone given. */
export const useReaderZone = (there = 'UTC'): string => useReaders(ownZone(), there);
