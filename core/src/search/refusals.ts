import type { RefusalRow } from '../kernel/refusal.ts';
import { searchCharsMax, searchCharsMin } from './limits.ts';

export const searchRefusals = {
  search_too_short: { status: 400, message: `Please type at least ${searchCharsMin} letters.` },
  search_too_long: { status: 400, message: `Please search for at most ${searchCharsMax} letters.` },
  search_too_slow: { status: 503, message: 'This search takes too long. Please add a word or remove a filter.' },
} as const satisfies Record<string, RefusalRow>;
