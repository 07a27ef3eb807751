import type { Source, Grants } from '@frontrow/core/rooms/grants.ts';

export interface RoomToken {
  /** The room's name at the engine: the event's uuid, or the name of a preview or of a copy in VP8 (`rooms/engine`). */
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
  /** The engine's name of this connection: another one of the same identity has another. */
  readonly connection: string;
  /** Undefined when the engine holds rights that we never give. */
  readonly grants: Grants | undefined;
  /** Sources being published now. */
  readonly publishing: readonly Source[];
  /** Of the picture that viewers see first: the screen, else the camera. In lower case, like `h264`. */
  readonly videoCodec: string | undefined;
  readonly joinedAt: number;
}

/** An encoder that the engine took. */
export interface TakenEncoder {
  readonly connection: string;
  /** SDP. */
  readonly answer: string;
  /** The engine's name of its ICE session, which later candidates give. */
  readonly iceTag: string | undefined;
  /** `Link` headers with ICE servers, where the engine has some. */
  readonly links: readonly string[];
}

/** Candidates that an encoder found after its offer. */
export interface LateCandidates {
  readonly iceTag: string;
  /** SDP fragment (RFC 8840), written by the caller. */
  readonly fragment: string;
}

/** Whose room token it is. */
export type TokenHolder = Pick<RoomToken, 'room' | 'identity'>;

export type VideoState = 'preparing' | 'ready' | 'down';

/** The video engine. Calls throw the refusals `video_down` and `video_preparing`, never errors of an SDK. */
export interface Video {
  state(): VideoState;
  /** Websocket address browsers connect to; empty while there is no engine: the room then has its chat. */
  clientUrl(): string;
  /** Inner http address of its signaling, which the app forwards; undefined where browsers connect directly. */
  signalingUrl(): string | undefined;
  /** Verifies a room token; undefined where signature or time is wrong, or where it opens more than one room. */
  readToken(token: string): Promise<TokenHolder | undefined>;
  /** Creates the room when missing. One that is there keeps the places that it was opened with. */
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
  /**
   * Lets an encoder publish into a room by its WHIP offer. One with the same identity that was there before is
   * disconnected. Makes the room when it is missing, whatever is set. Throws `ingest_offer_bad`.
   */
  takeEncoder(token: RoomToken, offer: string): Promise<TakenEncoder>;
  /** `discarded`: the engine cannot use them, and the connection goes on without. `gone`: it has no such connection. */
  addCandidates(token: RoomToken, connection: string, late: LateCandidates): Promise<'added' | 'discarded' | 'gone'>;
  /** Ends this connection and no other of the same identity. */
  dropEncoder(token: RoomToken, connection: string): Promise<void>;
  /** Mints a token of at most `roomTokenMs`, for `rooms/room-entry.ts` and the other rooms in `rooms/engine` only. */
  mintToken(token: RoomToken): Promise<string>;
  /**
   * Lets a recorder into the room, unseen: where it connects, and a token of at most `roomTokenMs` with which nothing
   * can be published.
   */
  admitRecorder(room: string): Promise<{ readonly url: string; readonly token: string }>;
  /** Verifies a webhook and tells what it hints at; undefined when the signature is wrong. */
  readWebhook(rawBody: string, authorization: string): Promise<{ room: string; kind: string } | undefined>;
  /** Called whenever the engine came (back) up, so that the rooms can be reconciled at once. */
  onReady(listener: () => void): void;
}
