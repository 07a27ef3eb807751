import type { Instant } from '../kernel/instant.ts';
import { releaseAfterMs } from './limits.ts';

/** When the money of an event becomes available; undefined as long as it is not over. */
export const releaseAt = (finishedAt: Instant | undefined): Instant | undefined =>
  finishedAt === undefined ? undefined : finishedAt + releaseAfterMs;
