import type { WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import type { RoomDeps } from './room-deps.ts';

/**
 * Asks for a seat and a room token: the owner starts, or comes back; everybody else joins. Asked again it renews the
 * token.
 */
export function requestSeat(
  { call, eventUuid, me }: RoomDeps,
  sessionId: string,
  { takeOver }: { takeOver: boolean },
): Promise<WireRoomToken> {
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
