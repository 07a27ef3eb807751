import { useTakingOver } from '../first-page.ts';
import { ownZone } from './time.ts';

/** The reader's zone; where the server draws, and while its page is taken over, the zone given. */
export function useReaderZone(there = 'UTC'): string {
  return useTakingOver() ? there : ownZone();
}
