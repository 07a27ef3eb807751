import type { Exit } from './room-phase.ts';
import { type ApiRefusal, isAnswer } from '#web/shared/api/refusal.ts';
import { finishRedirectMs } from '@frontrow/core/rooms/limits.ts';
import { quietMedia } from '../media/media-model.ts';
import type { Memory } from './remembered-room.ts';
import type { RoomScope } from './room-scope.ts';
import { devicesOff, type RoomSnapshot } from './room-state.ts';

/** How a refusal ends the stay in the room. */
interface Ending {
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

/** Every way out of the room passes here, so that each turns off the devices and closes both connections. */
export interface Exits {
  exit(how: Exclude<Exit, 'finish'>, change?: Pick<RoomSnapshot, 'moved'>): boolean;
  /** The event is over: told once, and 10 seconds later the event's page opens. */
  finish(takenDown?: boolean): void;
  by(ending: Ending): void;
  /** Whether the end of the event that comes next is this owner's own wish: then the event's page opens at once. */
  expectOwnFinish(expected: boolean): void;
}

export function createExits(scope: RoomScope, memory: Memory, closeConnections: () => void): Exits {
  const { deps, timers, get, move } = scope;
  let isOwnFinish = false;

  const exit = (how: Exit, change: Partial<RoomSnapshot> = {}): boolean => {
    // What an earlier exit said about another device no longer holds.
    if (!move(how, { moved: null, ...change, media: { ...quietMedia, connection: 'ended' }, turn: 'none' }))
      return false;
    memory.remember({ inside: false, ...devicesOff });
    closeConnections();
    return true;
  };
  const finish: Exits['finish'] = (takenDown = false) => {
    const { live } = get();
    const cancelled = takenDown || (live?.cancelled ?? false);
    if (!exit('finish', { live: live && { ...live, cancelled } })) return;
    if (isOwnFinish) return deps.goToEvent();
    deps.notify({ kind: cancelled ? 'takenDown' : 'finished' });
    timers.later(finishRedirectMs, deps.goToEvent);
  };
  return {
    exit,
    finish,
    by: ({ exit: how, takenDown }) => {
      if (how === 'finish') return finish(takenDown);
      exit(how, get().phase === 'inside' ? {} : { moved: { how: 'asked' } });
    },
    expectOwnFinish: (expected) => void (isOwnFinish = expected),
  };
}
