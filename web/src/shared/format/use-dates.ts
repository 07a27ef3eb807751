import { useState } from 'react';
import { useFirstPage, useReaders, useTakingOver } from '../first-page.ts';
import { nowOnce } from '../ui/use-now.ts';
import { type DateOptions, type RelativeLanguage, relativeLanguage } from './time.ts';

/** How dates are written for the reader: in the reader's own zone, by the reader's own clock. Where the server draws, and while its
 * page is taken over, in the zone given and by the server's clock. */
export function useDates(there = 'UTC'): DateOptions {
  const drawn = useFirstPage().now;
  const isTakingOver = useTakingOver();
  const [now] = useState(nowOnce);
  return isTakingOver && drawn !== null ? { zone: there, now: drawn } : { now };
}

/** The language of relative times is the reader's, whatever the interface speaks; English where the server draws. */
export const useRelativeLanguage = (): RelativeLanguage => useReaders(relativeLanguage(navigator.languages), 'en');
