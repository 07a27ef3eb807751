import { refuse } from '@frontrow/core/refuse.ts';
import { isTimeTaken } from '../../db/is-time-taken.ts';

/** An event that would lie over a private meeting of its host is refused. Any other error stays what it is. */
export const overMeeting = (error: unknown): unknown =>
  isTimeTaken(error) ? refuse('time_taken', {}, { field: 'event_date' }) : error;
