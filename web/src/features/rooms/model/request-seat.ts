import type { WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import { ApiRefusal, isAnswer } from '#web/shared/api/refusal.ts';
import type { RoomDeps } from './room-deps.ts';
import type { Phase } from './room-state.ts';

/** Asks for a seat and a token: the owner starts (or comes back), everybody else joins. Also renews an old token. */
export function knock({ call, eventUuid, me }: RoomDeps, sessionId: string, takeOver: boolean): Promise<WireRoomToken> {
  const body = {
    platform: 'web',
    event_uuid: eventUuid,
    session_id: sessionId,
    ...(takeOver ? { take_over: true } : {}),
  };
  return me.isOwner
    ? call('POST /events/streaming/start_streaming', { body })
    : call('POST /events/streaming/join_streaming', { body });
}

/** The event was taken down by an app admin: the room is over, and not by its host. */
export const takenDownCode = 'room_taken_down';
export const isTakenDown = (error: unknown): boolean => error instanceof ApiRefusal && error.is(takenDownCode);

/** Where a "no" that asking again does not change leaves the person; null when it is worth asking again. */
export function finalPhase(error: unknown): Phase | null {
  if (!isAnswer(error) || error.status === 429) return null;
  if (error.is('session_moved')) return 'moved';
  if (error.is('room_closed') || isTakenDown(error)) return 'finished';
  return error.is('removed_from_event') ? 'removed' : 'out';
}

/** The same for a socket that was refused: its code is all it has. */
export function phaseRefused(code: string): Phase | null {
  const phases: Readonly<Record<string, Phase>> = {
    session_moved: 'moved',
    removed_from_event: 'removed',
    room_closed: 'finished',
    [takenDownCode]: 'finished',
    forbidden: 'out',
    event_not_found: 'out',
  };
  return phases[code] ?? null;
}
