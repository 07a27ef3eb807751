import { fetchOwn } from '../server-clock.ts';
import { clientHeaders } from './client-headers.ts';
import { text } from '../i18n/index.ts';
import { ApiRefusal, unnamedCode, type WireError } from './refusal.ts';

export interface RawRequest {
  method: string;
  /** Path under the API base, with its query. */
  path: string;
  token: string | null;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** How long the answer may take to begin, instead of what its method allows. */
  withinMs?: number;
}

/** A dead line raises no error. The server answers a read within seconds. */
export const readMsMax = 30_000;
/** Without its answer it is unknown what a write did, so this is longer than any answer takes. */
const writeMsMax = 180_000;

let language = 'en';
export const base = '/api';

/** The headers of every request to the API. */
export const headersFor = (token: string | null): Record<string, string> => clientHeaders(token, language);

/** The language of the interface; sent as `content-language`. */
export function setRequestLanguage(next: string): void {
  language = next;
}

/** The errors in a refusal's body, or one general sentence. */
export function errorsOf(body: unknown): readonly WireError[] {
  const listed = (body as { errors?: unknown } | null)?.errors;
  if (Array.isArray(listed)) {
    const errors = listed.filter(
      (error: unknown): error is WireError => typeof error === 'object' && error !== null && 'message' in error,
    );
    if (errors.length > 0) return errors;
  }
  return [{ message: text('app', 'error.request'), code: unnamedCode }];
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : undefined;
}

/** No answer, one that broke off, or one that something other than the server gave. */
function notReached(): never {
  throw new ApiRefusal(0, [{ message: text('app', 'error.noConnection'), code: 'offline' }]);
}

/** One request; throws an `ApiRefusal` with status 0 when the server was not reached. */
async function send(raw: RawRequest): Promise<Response> {
  const form = raw.body instanceof FormData;
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  raw.signal?.addEventListener('abort', stop);
  // A form may hold a file, which takes as long as the line needs.
  const timer = form ? undefined : setTimeout(stop, raw.withinMs ?? (raw.method === 'GET' ? readMsMax : writeMsMax));
  try {
    raw.signal?.throwIfAborted();
    return await fetchOwn(`${base}${raw.path}`, {
      method: raw.method,
      headers: {
        ...headersFor(raw.token),
        ...(raw.body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...raw.headers,
      },
      // Without a body this is undefined.
      body: raw.body instanceof FormData ? raw.body : JSON.stringify(raw.body),
      signal: abort.signal,
    });
  } catch (error) {
    if (raw.signal?.aborted) throw error;
    notReached();
  } finally {
    clearTimeout(timer);
  }
}

async function dataOf(response: Response): Promise<unknown> {
  const { status, ok, headers } = response;
  const body: unknown = await response.json().catch(ok ? notReached : () => null);
  if (!ok)
    throw new ApiRefusal(status, errorsOf(body), retryAfterMs(response), headers.get('x-request-id') ?? undefined);
  return (body as { data?: unknown } | null)?.data ?? null;
}

/** One request for a file; throws an `ApiRefusal`. */
export async function requestFile(raw: RawRequest): Promise<Blob> {
  const response = await send(raw);
  if (!response.ok) await dataOf(response);
  return response.blob().catch(notReached);
}

/**
 * One request; returns `data` or throws an `ApiRefusal`. Until its answer has begun, an aborted request throws the
 * browser's AbortError.
 */
export const request = async (raw: RawRequest): Promise<unknown> => dataOf(await send(raw));

/** A conditional GET: undefined when the server says that nothing changed since `etag` (304). */
export async function requestChanged(
  raw: RawRequest,
  etag: string | undefined,
): Promise<{ data: unknown; etag: string | undefined } | undefined> {
  const response = await send({ ...raw, headers: { ...raw.headers, ...(etag ? { 'if-none-match': etag } : {}) } });
  if (response.status === 304) return undefined;
  return { data: await dataOf(response), etag: response.headers.get('etag') ?? undefined };
}
