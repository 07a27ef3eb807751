import { useState } from 'react';
import { useFirstPage, useTakingOver } from '../first-page.ts';
import { nowOnce } from '../ui/use-now.ts';
import type { DateOptions } from './time.ts';

/** How dates are written for the reader: in the reader's own zone, by the reader's own clock. Where the server draws, and while its
 * page is taken over, in the zone given and by the server's clock. */
export function useDates(there = 'UTC'): DateOptions {
  const drawn = useFirstPage().now;
  const isTakingOver = useTakingOver();
  const [now] = useState(nowOnce);
  return isTakingOver ? { zone: there, now: drawn ?? now } : { now };
}
