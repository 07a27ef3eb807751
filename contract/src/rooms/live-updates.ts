import type { WireChatMessage, WireCurrentState } from './api.ts';

/**
 * What the socket pushes. The client answers each with the acknowledgement 'Ok'. `seq` numbers a room's changes
 * without gap, and an update covers everything after `since` (always sent) up to and including `seq` (a burst of
 * changes of the state is one `updateEvent`); a client that stands before `since` has missed something and asks for
 * the state. After a reconnect the server replays what came after the client's `last_seq`, and ends with the state.
 */
export interface LiveUpdates {
  updateEvent: (
    update: { event_uuid: string; since?: number; seq: number; current_state: WireCurrentState },
    ack: (ok: 'Ok') => void,
  ) => void;
  newMessage: (
    update: { event_uuid: string; since?: number; seq: number; message: WireChatMessage },
    ack: (ok: 'Ok') => void,
  ) => void;
  messageRemoved: (
    update: { event_uuid: string; since?: number; seq: number; message_seq: number },
    ack: (ok: 'Ok') => void,
  ) => void;
  userBanned: (
    update: { event_uuid: string; since?: number; seq: number; usernameBanned: string; blocked: boolean },
    ack: (ok: 'Ok') => void,
  ) => void;
  /** `cancelled`: it was taken down, the host did not finish it. */
  finishEvent: (
    update: { event_uuid: string; since?: number; seq: number; cancelled?: boolean },
    ack: (ok: 'Ok') => void,
  ) => void;
  /** The seat moved to another device of the same person. */
  sessionMoved: (update: { event_uuid: string }, ack: (ok: 'Ok') => void) => void;
  /** A moderator took this person out of the room for the rest of the event; the socket ends. */
  viewerRemoved: (update: { event_uuid: string }, ack: (ok: 'Ok') => void) => void;
  /** Sent after connecting when replay is impossible: state and the latest 100 messages. */
  snapshot: (
    update: { event_uuid: string; seq: number; current_state: WireCurrentState; messages: WireChatMessage[] },
    ack: (ok: 'Ok') => void,
  ) => void;
}

/** A refused handshake: `data` of the client's `connect_error`. */
export interface SocketRefusal {
  code: string;
  message: string;
  /** Seconds after which trying again makes sense. */
  retry_after?: number | undefined;
}

/** Handshake `auth` of the socket (path `/socket.io`). `username` and `user_ide` are only checked against the token. */
export interface SocketHandshake {
  token: string;
  event_uuid: string;
  username?: string;
  user_ide?: number;
  session_id?: string;
  last_seq?: number;
}
