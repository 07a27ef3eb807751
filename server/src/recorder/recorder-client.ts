import { mayPass, type StoreResult } from '../rtmp/webrtc/app-client.ts';

export interface RecorderSettings {
  /** The app's URL on this machine. */
  readonly appUrl: string;
  /** Shared secret that identifies our processes to the app. */
  readonly secret: string;
  /** Stays the same after a restart, so that a recorder that was killed resumes its rooms immediately. */
  readonly id: string;
}

export interface RoomOrder {
  readonly event_uuid: string;
  /** The participants to receive; the recorder subscribes to no one else. */
  readonly identities: readonly string[];
  /** The tracks are kept for the replay, each as a file. */
  readonly keeps: boolean;
  /** Whose picture and sound are written as one file for viewers by HLS. */
  readonly stream: string | null;
}

export interface Orders {
  /** The app's clock. */
  readonly now: number;
  readonly rooms: readonly RoomOrder[];
}

/** A `stream` is picture and sound in one file, for viewers by HLS. */
export type TrackKind = 'camera' | 'screen' | 'audio' | 'stream';

/** A piece of a track's file, for the app to store. */
export interface TrackPiece {
  readonly file: string;
  readonly kind: TrackKind;
  readonly identity: string;
  readonly mimeType: string;
  readonly beganAt: number;
  readonly ordinal: number;
  readonly headBytes: number;
  readonly beginsMs: number;
  readonly lengthMs: number;
  readonly bytes: Buffer;
}

const requestTimeoutMs = 3_000;
const storeTimeoutMs = 20_000;

/** Client of the app's endpoints for recorders. */
export class RecorderClient {
  private readonly settings: RecorderSettings;

  constructor(settings: RecorderSettings) {
    this.settings = settings;
  }

  /** The rooms that this recorder records now. Throws when the app does not answer. */
  async orders(): Promise<Orders> {
    const response = await this.post('/recorder/rooms', JSON.stringify({ recorder: this.settings.id }));
    return dataOf<Orders>(response);
  }

  /** A token that can only subscribe, in one room. Throws when the app does not issue one. */
  async token(eventUuid: string): Promise<{ readonly url: string; readonly token: string }> {
    return dataOf(await this.post(`/recorder/rooms/${eventUuid}/token`, '{}'));
  }

  async storePiece(eventUuid: string, piece: TrackPiece): Promise<StoreResult> {
    const { bytes, file, kind, identity, mimeType, beganAt, ordinal, headBytes, beginsMs, lengthMs } = piece;
    const named = { file, kind, identity, mimeType, beganAt, ordinal, headBytes, beginsMs, lengthMs };
    const query = new URLSearchParams(Object.entries(named).map(([name, value]) => [name, String(value)]));
    const path = `/recorder/rooms/${eventUuid}/pieces?${query.toString()}`;
    const response = await this.post(path, new Uint8Array(bytes), 'application/octet-stream', storeTimeoutMs);
    await response.body?.cancel();
    if (response.ok) return 'stored';
    return mayPass(response.status) ? 'retry' : 'rejected';
  }

  private post(path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json', ms = requestTimeoutMs) {
    return fetch(new URL(path, this.settings.appUrl), {
      method: 'POST',
      headers: { 'content-type': type, 'x-ingest-listener': this.settings.secret },
      body,
      signal: AbortSignal.timeout(ms),
    });
  }
}

async function dataOf<T>(response: Response): Promise<T> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the app answered ${response.status}`);
  }
  return ((await response.json()) as { data: T }).data;
}
