import { refuse } from '@frontrow/core/refuse.ts';

/**
 * What an event is refused with that would lie over a private meeting of its host: the constraint host_time_free says
 * so when the row is written. Any other error stays what it is.
 */
export function overMeeting(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23P01' && constraint === 'host_time_free'
    ? refuse('time_taken', {}, { field: 'event_date' })
    : error;
}
