import { useTakingOver } from '../first-page.ts';
import { useOpenedAt } from '../ui/use-now.ts';
import type { DateOptions } from './time.ts';

/**
 * Options for dates in the reader's own zone. While the server draws a page, and while the browser hydrates it, in the
 * given zone.
 */
export function useDates(there = 'UTC'): DateOptions {
  const isTakingOver = useTakingOver();
  const now = useOpenedAt();
  return isTakingOver ? { zone: there, now } : { now };
}
