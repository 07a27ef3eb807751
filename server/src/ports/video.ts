import type { Source } from '@frontrow/core/rooms/grant-sources.ts';
import type { Grants } from '@frontrow/core/rooms/grants.ts';

export interface RoomToken {
  /** Event uuid: the room's name at the engine. */
  readonly room: string;
  /** `u:<account id>`, or `ingest` for the encoder of a broadcast. */
  readonly identity: string;
  readonly displayName: string;
  readonly grants: Grants;
  /** Hidden participants (app admins) are not announced. */
  readonly hidden?: boolean;
}

export interface Participant {
  readonly identity: string;
  /** Undefined when the engine holds rights that we never give. */
  readonly grants: Grants | undefined;
  /** Sources being published now. */
  readonly publishing: readonly Source[];
  readonly joinedAt: number;
}

export type VideoState = 'preparing' | 'ready' | 'down';

/** The video engine. Calls throw the refusals `video_down` and `video_preparing`, never errors of an SDK. */
export interface Video {
  state(): VideoState;
  /** Websocket address browsers connect to; empty while there is no engine: the room then has its chat. */
  clientUrl(): string;
  /** Creates the room when missing. Capacity is the second wall; our leases are the first. */
  openRoom(room: string, placesMax: number): Promise<void>;
  closeRoom(room: string): Promise<void>;
  rooms(): Promise<readonly string[]>;
  participants(room: string): Promise<readonly Participant[]>;
  /**
   * Sets what one person may publish and ends tracks that the grants no longer cover. False if the person is not in
   * the room.
   */
  applyGrants(room: string, identity: string, grants: Grants): Promise<boolean>;
  removeParticipant(room: string, identity: string): Promise<void>;
  /** Mints a token of at most `roomTokenMs`. Only `rooms/mint-room-token.ts` calls this. */
  mintToken(token: RoomToken): Promise<string>;
  /** Verifies a webhook and tells what it hints at; undefined when the signature is wrong. */
  readWebhook(rawBody: string, authorization: string): Promise<{ room: string; kind: string } | undefined>;
  /** Called whenever the engine came (back) up, so that the rooms can be reconciled at once. */
  onReady(listener: () => void): void;
}
