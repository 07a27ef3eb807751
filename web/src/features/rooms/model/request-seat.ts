import type { WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import type { RoomDeps } from './room-deps.ts';

/**
 * Asks for a seat and a room token: the owner starts, or comes back; everybody else joins. The owner of a broadcast
 * enters the control room, which does not start the event. Asked again it renews the token.
 */
export function requestSeat(
  { call, eventUuid, kind, me }: RoomDeps,
  sessionId: string,
  { takeOver }: { takeOver: boolean },
): Promise<WireRoomToken> {
  const body = {
    platform: 'web',
    event_uuid: eventUuid,
    session_id: sessionId,
    ...(takeOver ? { take_over: true } : {}),
  };
  if (me.isOwner && kind === 'broadcast') return call('POST /events/ingest/open', { body });
  return me.isOwner
    ? call('POST /events/streaming/start_streaming', { body })
    : call('POST /events/streaming/join_streaming', { body });
}
