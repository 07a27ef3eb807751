import { useSyncExternalStore } from 'react';
import { ownZone } from './time.ts';

const never = () => () => undefined;

/** The reader's zone; where the server draws, and while its page is taken over, the zone given. */
export const useReaderZone = (there = 'UTC'): string => useSyncExternalStore(never, ownZone, () => there);
