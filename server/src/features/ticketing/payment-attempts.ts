import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';

/** Says when the next attempt is welcome: in the sentence by minutes, in `Retry-After` by seconds. */
export const tooManyAttempts = (waitMs: number): Error =>
  refuse(
    'too_many_attempts',
    { minutes: Math.max(1, Math.ceil(waitMs / minutes(1))) },
    { retryAfter: Math.max(1, Math.ceil(waitMs / seconds(1))) },
  );
