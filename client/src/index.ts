import { Webhook } from 'standardwebhooks';
import type { HostApi } from './host-api.ts';

export type { HostApi } from './host-api.ts';

/** The name of a call that takes an API key, as `/host-api.txt` and `/api/docs` write it. */
export type CallName = keyof HostApi;
export type AnswerOf<N extends CallName> = HostApi[N]['answer'];

/** What a call takes: `params` fill the `{…}` of its path. */
export type InputOf<N extends CallName> = Omit<HostApi[N], 'answer'>;

export interface CallOptions {
  /**
   * For a call that accepts an Idempotency-Key, which its description says: it happens once per key, and again gets the
   * same answer. Other calls ignore it.
   */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface ClientOptions {
  /** The address of the installation: `https://frontrow.example`. */
  readonly url: string;
  /** `frk_live_…` or `frk_test_…`, from Host > Developers. */
  readonly key: string;
  /** For tests and proxies. */
  readonly fetch?: typeof fetch;
}

/** A refused call. `code` names the reason and never changes; `message` is written for people. */
export class FrontrowError extends Error {
  override readonly name = 'FrontrowError';
  readonly status: number;
  readonly code: string;
  /** The field of the body that was refused. */
  readonly field: string | undefined;

  constructor(status: number, { message, code, field }: { message: string; code: string; field?: string }) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Calls that need nothing may leave their input out. */
type Arguments<N extends CallName> =
  Record<never, never> extends InputOf<N>
    ? [input?: InputOf<N>, options?: CallOptions]
    : [input: InputOf<N>, options?: CallOptions];

export interface Client {
  /**
   * Makes a call and returns its `data`; a file is returned as text. Throws `FrontrowError` if it is refused. A call
   * over the limit of 600 a minute waits as long as the server says and is repeated once.
   */
  call<N extends CallName>(name: N, ...input: Arguments<N>): Promise<AnswerOf<N>>;
}

interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const tooManyCalls = 429;

/** `client.call('GET /events/mine', { query: { scope: 'upcoming' } })`. */
export function createClient({ url, key, fetch: send = globalThis.fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');
  return {
    async call(name, ...[given, options = {}]) {
      const input = (given ?? {}) as Input;
      const [method = 'GET', path = ''] = name.split(' ');
      const request: RequestInit = {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(input.body !== undefined && { 'content-type': 'application/json' }),
          ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        },
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        ...(options.signal && { signal: options.signal }),
      };
      const address = `${base}/api${fill(path, input.params)}${queryOf(input.query)}`;
      let response = await send(address, request);
      if (response.status === tooManyCalls) {
        await waitFor(Number(response.headers.get('retry-after') ?? 1), options.signal);
        response = await send(address, request);
      }
      return (await read(response)) as never;
    },
  };
}

const fill = (path: string, params: Input['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Input['query'] = {}): string {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return wanted.length === 0 ? '' : `?${new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))}`;
}

async function waitFor(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

async function read(response: Response): Promise<unknown> {
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  if (response.ok && !isJson) return response.text();
  if (response.ok) return ((await response.json()) as { data: unknown }).data;
  const { errors } = isJson ? ((await response.json()) as { errors?: [ErrorParts] }) : {};
  throw new FrontrowError(
    response.status,
    errors?.[0] ?? { message: `The server answered ${response.status}.`, code: 'unexpected_answer' },
  );
}

type ErrorParts = ConstructorParameters<typeof FrontrowError>[1];

/** What a webhook endpoint receives. `data` depends on the type: see `/host-api.txt`. */
export interface WebhookMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The headers of a request: of Node's `http`, or the `Headers` of Deno, Bun and workers. */
export type WebhookHeaders =
  | Readonly<Record<string, string | string[] | undefined>>
  | Iterable<readonly [string, string]>;

/**
 * Checks the signature of a delivery and reads it. `body` is the text exactly as it arrived. Throws if the signature is
 * wrong or older than five minutes.
 */
export function readWebhook(secret: string, body: string, headers: WebhookHeaders): WebhookMessage {
  const named = Symbol.iterator in headers ? Object.fromEntries(headers) : headers;
  return new Webhook(secret).verify(body, named as Record<string, string>) as WebhookMessage;
}
