import type { Health } from '../media/health.ts';

/** The app did not let the encoder in, or sends it away. Its sentence is for the encoder and the host. */
export class Refused extends Error {
  /** The app is not ready yet: worth another try. */
  readonly later: boolean;

  constructor(sentence: string, later: boolean) {
    super(sentence);
    this.later = later;
  }
}

export interface DoorSettings {
  /** Where the app answers on this machine. */
  readonly appUrl: string;
  /** Proves to the app that we are its own listener. */
  readonly secret: string;
}

export interface Session {
  /** The path of `Location`. */
  readonly path: string;
  readonly answer: string;
}

const askWithinMs = 5_000;
const sentenceCharsMax = 300;

/** The app's WHIP door, as its own listener asks it. */
export class Door {
  private readonly settings: DoorSettings;

  constructor(settings: DoorSettings) {
    this.settings = settings;
  }

  /** Throws `Refused`, or whatever keeps us from asking. */
  async open(offer: string, key: string, replaces: string | undefined): Promise<Session> {
    const response = await this.ask('POST', '/whip', offer, {
      'content-type': 'application/sdp',
      authorization: `Bearer ${key}`,
      ...(replaces === undefined ? {} : { 'x-ingest-replaces': sessionId(replaces) }),
    });
    const text = await response.text();
    const path = response.headers.get('location');
    if (response.status !== 201 || path === null) throw new Refused(sentenceOf(text), response.status >= 500);
    return { path: new URL(path, this.settings.appUrl).pathname, answer: text };
  }

  /** False when the app no longer knows the session: the encoder is cut. Throws when it cannot be asked. */
  async tell(session: Session, health: Health): Promise<boolean> {
    const response = await this.ask('POST', `${session.path}/health`, JSON.stringify(health), {
      'content-type': 'application/json',
    });
    await response.body?.cancel();
    return response.status !== 404 && response.status !== 410;
  }

  async close(session: Session): Promise<void> {
    const response = await this.ask('DELETE', session.path, undefined, {});
    await response.body?.cancel();
  }

  private ask(method: string, path: string, body: string | undefined, headers: Record<string, string>) {
    return fetch(new URL(path, this.settings.appUrl), {
      method,
      headers: { ...headers, 'x-ingest-listener': this.settings.secret },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(askWithinMs),
    });
  }
}

export const sessionId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function sentenceOf(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly { message?: unknown }[] };
    const message = errors?.[0]?.message;
    if (typeof message === 'string' && message !== '') return message.slice(0, sentenceCharsMax);
  } catch {
    // Not ours: a proxy's page.
  }
  return 'The stream was not accepted.';
}
