import { useTakingOver } from '../first-page.ts';
import { useOpenedAt } from '../ui/use-now.ts';
import type { DateOptions } from './time.ts';

/**
 * Options for dates in the reader's own zone and clock. While the server draws a page, and while the browser hydrates
 * it, in the given zone and with 24 hours.
 */
export function useDates(there = 'UTC'): DateOptions {
  const isTakingOver = useTakingOver();
  const now = useOpenedAt();
  return isTakingOver ? { zone: there, now, hour12: false } : { now };
}
