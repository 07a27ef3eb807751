import type { Health } from '../media/health.ts';
import type { RefusedTries } from '../refused-encoders.ts';
import type { RestreamOrder, RestreamReport } from '../restream/restreams.ts';

/** The app refuses or ends a stream. The message is the sentence that the encoder and the host read. */
export class Refused extends Error {
  /** The app is not ready yet (a status of 500 or more). */
  readonly isRetryable: boolean;
  /** No event has this stream key. */
  readonly isWrongKey: boolean;

  constructor(sentence: string, status: number) {
    super(sentence);
    this.isRetryable = status >= 500;
    this.isWrongKey = status === 401;
  }
}

export interface AppClientSettings {
  /** The app's URL on this machine. */
  readonly appUrl: string;
  /** Shared secret that identifies this listener to the app. */
  readonly secret: string;
}

/** An encoder that presents its stream key, before it sends media. */
export interface AdmissionRequest {
  readonly key: string;
  readonly replaces: string | undefined;
  /** The encoder's network address, for the security log. */
  readonly network: string;
}

export interface Session {
  /** The path of the `Location` header. */
  readonly path: string;
  readonly answer: string;
}

/** One fragment of a recording's MP4 file. The file's first segment starts with the file's head. */
export interface RecordingSegment {
  /** Id of the MP4 file. */
  readonly file: string;
  readonly ordinal: number;
  readonly headBytes: number;
  readonly bytes: Buffer;
  /** From the beginning of the file. */
  readonly beginsMs: number;
  readonly lengthMs: number;
  /** How long ago the file began. */
  readonly ageMs: number;
}

/** How the stream is, and the services that it is copied to. */
export interface HealthReport extends Health {
  readonly restreams: readonly RestreamReport[];
}

/** `retry` means that the app or its storage is unavailable for the moment. */
export type StoreResult = 'stored' | 'rejected' | 'retry';

/** The app's answer to a health report; undefined when it no longer knows the session. */
export type SessionOrders =
  | {
      /** Segments are stored: for the replay, or for live viewers. */
      readonly recording: boolean;
      /** They belong to the replay. */
      readonly replay: boolean;
      /** Where the stream is copied. */
      readonly restreams: readonly RestreamOrder[];
      /** Someone whose browser has no H.264 is watching, and the host allows a copy in VP8. */
      readonly vp8: boolean;
    }
  | undefined;

/** The app is busy or not there, or a proxy in front of it says so: the same request may be taken later. */
export const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const requestTimeoutMs = 5_000;
const storeTimeoutMs = 20_000;
const sentenceCharsMax = 300;

/** Client of the app's internal ingest endpoints. */
export class AppClient {
  private readonly settings: AppClientSettings;

  constructor(settings: AppClientSettings) {
    this.settings = settings;
  }

  /**
   * Checks the stream key before anything is allocated for the stream. Throws `Refused`, or the error of the request.
   */
  async admit({ key, replaces, network }: AdmissionRequest): Promise<void> {
    const response = await this.request('POST', '/whip/admission', undefined, {
      authorization: `Bearer ${key}`,
      'x-ingest-network': network,
      ...replacing(replaces),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(sentenceOf(text), response.status);
  }

  /** Reports refusals that the listener decided itself, for the security log. Throws when the app does not answer. */
  async reportRefusals(refused: readonly RefusedTries[]): Promise<void> {
    const response = await this.request('POST', '/whip/refused', JSON.stringify(refused), {
      'content-type': 'application/json',
    });
    await response.body?.cancel();
  }

  /** Opens a WHIP session. Throws `Refused`, or the error of the request. */
  async open(offer: string, key: string, replaces: string | undefined): Promise<Session> {
    const response = await this.request('POST', '/whip', offer, {
      'content-type': 'application/sdp',
      authorization: `Bearer ${key}`,
      ...replacing(replaces),
    });
    const text = await response.text();
    const path = response.headers.get('location');
    if (response.status !== 201 || path === null) throw new Refused(sentenceOf(text), response.status);
    return { path: new URL(path, this.settings.appUrl).pathname, answer: text };
  }

  /** Resolves to undefined when the app no longer knows the session. Throws when the app does not answer. */
  async reportHealth(session: Session, health: HealthReport): Promise<SessionOrders> {
    const response = await this.request('POST', `${session.path}/health`, JSON.stringify(health), {
      'content-type': 'application/json',
    });
    const answer = await response.text();
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new Error(`the app answered ${response.status}`);
    return ordersIn(answer);
  }

  /** Stores a segment of the recording. Throws when the app does not answer. */
  async storeSegment(session: Session, { bytes, file, ...segment }: RecordingSegment): Promise<StoreResult> {
    const values = Object.entries({ part: file, ...segment }).map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(values);
    const response = await this.request(
      'POST',
      `${session.path}/recording?${query.toString()}`,
      bytes,
      { 'content-type': 'application/octet-stream' },
      storeTimeoutMs,
    );
    await response.body?.cancel();
    if (response.ok) return 'stored';
    return mayPass(response.status) ? 'retry' : 'rejected';
  }

  /** Sends the offer of a copy in VP8; resolves to the answer. Throws `Refused`, or the error of the request. */
  async openCopy(session: Session, offer: string): Promise<string> {
    const response = await this.request('POST', `${session.path}/vp8`, offer, { 'content-type': 'application/sdp' });
    const text = await response.text();
    if (response.status !== 201) throw new Refused(sentenceOf(text), response.status);
    return text;
  }

  async closeCopy(session: Session): Promise<void> {
    const response = await this.request('DELETE', `${session.path}/vp8`, undefined, {});
    await response.body?.cancel();
  }

  async close(session: Session): Promise<void> {
    const response = await this.request('DELETE', session.path, undefined, {});
    await response.body?.cancel();
  }

  private request(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
    withinMs = requestTimeoutMs,
  ) {
    return fetch(new URL(path, this.settings.appUrl), {
      method,
      headers: { ...headers, 'x-ingest-listener': this.settings.secret },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
  }
}

const replacing = (session: string | undefined): Record<string, string> =>
  session === undefined ? {} : { 'x-ingest-replaces': sessionId(session) };

export const sessionId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function ordersIn(text: string): NonNullable<SessionOrders> {
  try {
    const { data } = JSON.parse(text) as { data?: Record<'recording' | 'replay' | 'vp8' | 'restreams', unknown> };
    const restreams = Array.isArray(data?.restreams) ? (data.restreams as RestreamOrder[]) : [];
    return { recording: data?.recording === true, replay: data?.replay === true, vp8: data?.vp8 === true, restreams };
  } catch {
    return { recording: false, replay: false, vp8: false, restreams: [] };
  }
}

function sentenceOf(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly { message?: unknown }[] };
    const message = errors?.[0]?.message;
    if (typeof message === 'string' && message !== '') return message.slice(0, sentenceCharsMax).toWellFormed();
  } catch {
    // The body is not the app's, for example a proxy's error page.
  }
  return 'The stream was not accepted.';
}
