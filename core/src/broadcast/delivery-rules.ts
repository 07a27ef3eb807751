import { refuse } from '../refuse.ts';
import { endedRefusal, requireNotRemoved } from '../rooms/room-rules.ts';

/** How a viewer receives the stream: from the video engine in real time, or as files a few seconds later. */
export type Delivery = 'webrtc' | 'hls';

/**
 * The first viewers of a broadcast watch by WebRTC, everyone after them by HLS. Where there are no segments, because
 * HLS carries no VP8, only the first ones enter; a viewer by HLS stays in the room when the source changes to such a
 * one. Throws `broadcast_webrtc_full`.
 */
export function decideDelivery(
  watched: { readonly webrtcViewers: number; readonly webrtcViewersMax: number; readonly hasSegments: boolean },
  now: Delivery | undefined,
): Delivery {
  if (now === 'webrtc' || watched.webrtcViewers < watched.webrtcViewersMax) return 'webrtc';
  if (!watched.hasSegments && now === undefined)
    throw refuse('broadcast_webrtc_full', { maximum: watched.webrtcViewersMax });
  return 'hls';
}

/** How a viewer reads what is written in the room: as it is pushed, or as files that are written every two seconds. */
export type ChatDelivery = 'socket' | 'files';

/**
 * The first people in the room of a broadcast read its chat by a socket, everyone after them as files, which any cache
 * may keep. Files are sealed with the keys of HLS, so they are for viewers by HLS alone. People who moderate, have
 * written a moment ago, or have a socket now keep it; `sockets` are those of the others.
 */
export function decideChatDelivery(
  viewer: {
    readonly delivery: Delivery;
    readonly isModerator: boolean;
    readonly hasWritten: boolean;
  },
  room: { readonly sockets: number; readonly socketsMax: number; readonly hasSegments: boolean },
  now: ChatDelivery | undefined,
): ChatDelivery {
  if (viewer.delivery !== 'hls' || !room.hasSegments || viewer.isModerator || viewer.hasWritten) return 'socket';
  return now === 'socket' || room.sockets < room.socketsMax ? 'socket' : 'files';
}

/** HLS carries H.264 alone. A codec that is not known yet is taken to be H.264, which browsers and encoders prefer. */
export const hasHlsVideo = (codec: string | null): boolean => codec === null || codec === 'h264';

export interface KeyRequester {
  readonly isHost: boolean;
  readonly isAppAdmin: boolean;
  readonly hasTicket: boolean;
  readonly isRemoved: boolean;
  readonly isBanned: boolean;
  readonly isPresent: boolean;
  /** They entered the room with another login, or in another tab or on another device, after this one. */
  readonly isElsewhere: boolean;
}

/**
 * Who gets the key of a few minutes of a live broadcast. Throws `hls_tickets_only`, `room_taken_down`, `room_closed`,
 * `join_not_live`, `removed_from_event`, `banned`, `not_in_room`, `session_moved`.
 */
export function requireKeyRequester(
  event: { readonly state: 0 | 1 | 2; readonly takenDown: boolean },
  { isHost, isAppAdmin, hasTicket, isRemoved, isBanned, isPresent, isElsewhere }: KeyRequester,
): void {
  if (!isHost && !isAppAdmin && !hasTicket) throw refuse('hls_tickets_only');
  if (event.takenDown || event.state === 2) throw endedRefusal(event);
  if (event.state === 0) throw refuse('join_not_live');
  if (isHost || (isAppAdmin && !hasTicket)) return;
  requireNotRemoved({ isRemoved });
  if (isBanned) throw refuse('banned');
  if (!isPresent) throw refuse('not_in_room');
  if (isElsewhere) throw refuse('session_moved');
}
