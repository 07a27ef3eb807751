import type { Instant } from '../kernel/instant.ts';

export interface CardExpiry {
  /** 1 to 12. */
  readonly month: number;
  readonly year: number;
}

/** A card is good until the last moment of its month (UTC). */
export const hasExpired = ({ month, year }: CardExpiry, now: Instant): boolean => Date.UTC(year, month) <= now;
