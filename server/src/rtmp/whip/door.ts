import type { Health } from '../media/health.ts';
import type { RefusedTries } from '../wrong-keys.ts';

/** The app did not let the encoder in, or sends it away. Its sentence is for the encoder and the host. */
export class Refused extends Error {
  /** The app is not ready yet: worth another try. */
  readonly later: boolean;
  /** No event has this stream key. */
  readonly isWrongKey: boolean;

  constructor(sentence: string, status: number) {
    super(sentence);
    this.later = status >= 500;
    this.isWrongKey = status === 401;
  }
}

export interface DoorSettings {
  /** Where the app answers on this machine. */
  readonly appUrl: string;
  /** Proves to the app that we are its own listener. */
  readonly secret: string;
}

/** An encoder with its stream key, before it sends anything. */
export interface Knock {
  readonly key: string;
  readonly replaces: string | undefined;
  /** Where it comes from, for the log. */
  readonly network: string;
}

export interface Session {
  /** The path of `Location`. */
  readonly path: string;
  readonly answer: string;
}

/** A stretch of a recording: a fragment of an MP4, the first one of a part with the head of the part before it. */
export interface KeptPiece {
  readonly part: string;
  readonly ordinal: number;
  readonly headBytes: number;
  readonly bytes: Buffer;
  /** From the beginning of the part. */
  readonly beginsMs: number;
  readonly lengthMs: number;
  /** How long ago the part began. */
  readonly ageMs: number;
}

/** What the app wants of a session: undefined when it no longer knows it. */
export type Wanted = { readonly recording: boolean } | undefined;

const askWithinMs = 5_000;
const keepWithinMs = 20_000;
const sentenceCharsMax = 300;

/** The app's WHIP door, as its own listener asks it. */
export class Door {
  private readonly settings: DoorSettings;

  constructor(settings: DoorSettings) {
    this.settings = settings;
  }

  /**
   * Asks whether the key is good now, before anything is built for it. Throws `Refused`, or whatever keeps us from
   * asking.
   */
  async admit({ key, replaces, network }: Knock): Promise<void> {
    const response = await this.ask('POST', '/whip/admission', undefined, {
      authorization: `Bearer ${key}`,
      'x-ingest-network': network,
      ...replacing(replaces),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(sentenceOf(text), response.status);
  }

  /** Reports refusals that were decided without the app. Throws when it cannot be asked. */
  async report(refused: readonly RefusedTries[]): Promise<void> {
    const response = await this.ask('POST', '/whip/refused', JSON.stringify(refused), {
      'content-type': 'application/json',
    });
    await response.body?.cancel();
  }

  /** Throws `Refused`, or whatever keeps us from asking. */
  async open(offer: string, key: string, replaces: string | undefined): Promise<Session> {
    const response = await this.ask('POST', '/whip', offer, {
      'content-type': 'application/sdp',
      authorization: `Bearer ${key}`,
      ...replacing(replaces),
    });
    const text = await response.text();
    const path = response.headers.get('location');
    if (response.status !== 201 || path === null) throw new Refused(sentenceOf(text), response.status);
    return { path: new URL(path, this.settings.appUrl).pathname, answer: text };
  }

  /** Undefined when the app no longer knows the session: the encoder is cut. Throws when it cannot be asked. */
  async tell(session: Session, health: Health): Promise<Wanted> {
    const response = await this.ask('POST', `${session.path}/health`, JSON.stringify(health), {
      'content-type': 'application/json',
    });
    const answer = await response.text();
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new Error(`the app answered ${response.status}`);
    return { recording: wantsRecording(answer) };
  }

  /** Hands over a piece of the recording. Throws when the app cannot be asked. */
  async keep(session: Session, { bytes, ...piece }: KeptPiece): Promise<'kept' | 'refused' | 'later'> {
    const query = new URLSearchParams(Object.entries(piece).map(([name, value]) => [name, String(value)]));
    const response = await this.ask(
      'POST',
      `${session.path}/recording?${query.toString()}`,
      bytes,
      { 'content-type': 'application/octet-stream' },
      keepWithinMs,
    );
    await response.body?.cancel();
    if (response.ok) return 'kept';
    return response.status === 503 ? 'later' : 'refused';
  }

  async close(session: Session): Promise<void> {
    const response = await this.ask('DELETE', session.path, undefined, {});
    await response.body?.cancel();
  }

  private ask(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
    withinMs = askWithinMs,
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

function wantsRecording(text: string): boolean {
  try {
    const { data } = JSON.parse(text) as { data?: { recording?: unknown } };
    return data?.recording === true;
  } catch {
    return false;
  }
}

function sentenceOf(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly { message?: unknown }[] };
    const message = errors?.[0]?.message;
    if (typeof message === 'string' && message !== '') return message.slice(0, sentenceCharsMax).toWellFormed();
  } catch {
    // Not ours: a proxy's page.
  }
  return 'The stream was not accepted.';
}
