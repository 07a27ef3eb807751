import { finishRedirectMs } from '@frontrow/core/rooms/limits.ts';
import { quietMedia } from '../media/media-model.ts';
import type { Ending } from './endings.ts';
import type { Memory } from './memory.ts';
import type { Exit } from './phases.ts';
import type { RoomScope } from './room-scope.ts';
import { devicesOff, type RoomSnapshot } from './room-state.ts';

/** Every way out of the room passes here, so that each turns off the devices and closes both connections. */
export interface Exits {
  exit(how: Exclude<Exit, 'finish'>): boolean;
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
    if (!move(how, { ...change, media: { ...quietMedia, connection: 'ended' }, turn: 'none' })) return false;
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
    by: ({ exit: how, takenDown }) => void (how === 'finish' ? finish(takenDown) : exit(how)),
    expectOwnFinish: (expected) => void (isOwnFinish = expected),
  };
}
