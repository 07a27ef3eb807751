import type { Instant } from '@frontrow/core/kernel/instant.ts';

/**
 * The process's clock, for tokens, caches and rate limits. Rules on time use the database's clock (`app_now()`); the
 * test clock moves both together.
 */
export interface Clock {
  now(): Instant;
}
