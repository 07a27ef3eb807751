import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import type { ReactionCounts } from '@frontrow/core/rooms/reactions.ts';
import type { WireChatMessage, WireCurrentState } from './api.ts';
import type { WireCaption } from './captions-api.ts';
import type { WirePoll, WireQuestion } from './audience-api.ts';

/**
 * What the socket pushes (rule R10). The client acknowledges each update with 'Ok'. `seq` numbers the changes of a room
 * without gaps. An update covers everything after `since`, which is always sent, up to and including `seq`; a burst of
 * state changes is one `updateEvent`. A client whose last number is below `since` has missed a change and asks for the
 * state. After a reconnect the server replays the changes after the client's `last_seq` and ends with the state.
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
  /** A moderator removed every message of this person. */
  personCleared: (
    update: { event_uuid: string; since?: number; seq: number; username: string },
    ack: (ok: 'Ok') => void,
  ) => void;
  /** Questions and polls that changed, each as it is now. A dismissed question has no text. */
  audienceChanged: (
    update: { event_uuid: string; since?: number; seq: number; questions: WireQuestion[]; polls: WirePoll[] },
    ack: (ok: 'Ok') => void,
  ) => void;
  /** `cancelled`: the event was taken down, and not finished by its host. */
  finishEvent: (
    update: { event_uuid: string; since?: number; seq: number; cancelled?: boolean },
    ack: (ok: 'Ok') => void,
  ) => void;
  /**
   * The seat moved to another device of the same person: its user agent, and whether it is the same login, which is
   * another tab of this browser. Both are left out where the new login is not known.
   */
  sessionMoved: (
    update: { event_uuid: string; device?: string; same_login?: boolean },
    ack: (ok: 'Ok') => void,
  ) => void;
  /** A moderator removed this person for the rest of the event; the socket ends. */
  viewerRemoved: (update: { event_uuid: string }, ack: (ok: 'Ok') => void) => void;
  /** How many of each emoji were sent in a room since the last push, at most four times a second. Not logged. */
  reactions: (update: { event_uuid: string; counts: ReactionCounts }) => void;
  /** Someone on stage said this. A line that is not finished is replaced by the next one with its id. Not logged. */
  caption: (update: WireCaption & { event_uuid: string }) => void;
  /**
   * To the host, co-hosts and event admins: how good the connections of people in the room are, as their browsers
   * report them. All known ones, at most once a second. Not logged.
   */
  connectionQualities: (update: { event_uuid: string; people: Record<string, ConnectionStep> }) => void;
  /** The transcription server did not take this person's sound. */
  captionsStopped: (update: { event_uuid: string; message: string }) => void;
  /** Sent after connecting when a replay is impossible: the state and the latest 100 messages. */
  snapshot: (
    update: { event_uuid: string; seq: number; current_state: WireCurrentState; messages: WireChatMessage[] },
    ack: (ok: 'Ok') => void,
  ) => void;
}

/** A refused handshake: `data` of the client's `connect_error`. */
export interface SocketRefusal {
  code: string;
  message: string;
  /** Seconds after which to try again. */
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

/**
 * What a client sends: how good its connection is, when it connects and after each change, at most every two seconds; a
 * quarter of a second of the speaker's sound for the transcription server, 16-bit little-endian samples of one channel
 * at 16 kHz. `end` says that they stopped.
 */
export interface ClientUpdates {
  connectionQuality: (step: ConnectionStep) => void;
  captionSound: (sound: ArrayBuffer | Uint8Array) => void;
  captionSoundEnd: () => void;
}
