import { type ApiRefusal, isAnswer } from '#web/shared/api/refusal.ts';
import type { Exit } from './phases.ts';

/** How a refusal ends the stay in the room. */
export interface Ending {
  readonly exit: Exclude<Exit, 'leave'>;
  /** The event was taken down by an app admin, its host did not finish it. */
  readonly takenDown: boolean;
}

const endings: Readonly<Record<string, Ending>> = {
  session_moved: { exit: 'move', takenDown: false },
  removed_from_event: { exit: 'remove', takenDown: false },
  room_limited: { exit: 'fill', takenDown: false },
  room_closed: { exit: 'finish', takenDown: false },
  room_taken_down: { exit: 'finish', takenDown: true },
  forbidden: { exit: 'lose', takenDown: false },
  event_not_found: { exit: 'lose', takenDown: false },
};

const named = (error: ApiRefusal): Ending | undefined =>
  error.errors.map(({ code }) => endings[code]).find((ending) => ending !== undefined);

/** How a failed call ends the stay. Null where it is worth asking again: no answer, a fault, or too many requests. */
export function endingOf(error: unknown): Ending | null {
  if (!isAnswer(error) || error.status === 429) return null;
  return named(error) ?? { exit: 'lose', takenDown: false };
}

/** The same for a refused socket, of which only the code is known. Null where the socket tries again. */
export const endingOfCode = (code: string): Ending | null => endings[code] ?? null;
