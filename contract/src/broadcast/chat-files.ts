import type { LiveUpdates } from '../rooms/live-updates.ts';

/** The answer of `GET /events/:uuid/chat/latest`. Files are numbered without gaps; older ones are deleted. */
export interface ChatFilesNow {
  readonly file: number;
  /** The number of the current key at `/events/:uuid/hls/keys/:number`. A reader fetches it: that renews their seat. */
  readonly key: number;
}

type UpdateNamed<K extends keyof LiveUpdates> = {
  [N in K]: { readonly name: N; readonly update: Parameters<LiveUpdates[N]>[0] };
}[K];

/** What a change of the room is pushed as. */
export type LoggedUpdate = UpdateNamed<
  'updateEvent' | 'newMessage' | 'messageRemoved' | 'userBanned' | 'personCleared' | 'audienceChanged' | 'finishEvent'
>;

/** What is pushed without a number, and when it was, in epoch milliseconds. */
export type Moment = UpdateNamed<'reactions' | 'caption'> & { readonly at: number };

/**
 * What is in a file: what sockets push to everyone in the room, after the file before it. `updates` cover the changes
 * after `since` up to `seq`; a reader who knows less than `since` has missed some.
 */
export interface ChatFile {
  readonly since: number;
  readonly seq: number;
  readonly updates: readonly LoggedUpdate[];
  readonly moments: readonly Moment[];
}

/**
 * The bytes of a file: the number of its key in four bytes, then its JSON, deflated without a header and sealed with
 * AES-128-GCM. The AES key is derived from the event's key by HKDF (SHA-256, no salt, this as info). The IV is eight
 * zeros and the number of the file in four bytes; all numbers are big-endian.
 */
export const chatFileKeyInfo = 'chat file';
export const chatFileHeadBytes = 4;
export const chatFileIvBytes = 12;
