import type { RefusalCode } from '@frontrow/core/refuse.ts';
import { loadCatalogues, text } from '../i18n/index.ts';
import { refusalText } from '../i18n/refusal-text.ts';
import { serverNow } from '../server-clock.ts';
import { ApiRefusal, isTokenRefused, unnamedCode } from './refusal.ts';
import { refreshOnce } from './refresh.ts';
import { base, errorsOf, headersFor } from './request.ts';
import { accessToken, freshToken } from './tokens.ts';

export interface UploadOptions {
  onProgress: (sent: number, total: number) => void;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
}

/**
 * A lost network raises no error, and an early answer of the server is only read after everything was sent.
 */
const silenceMsMax = 20_000;
/** After the last byte the server checks the file and stores it, perhaps in a remote storage. */
const answerMsMax = 180_000;

const cancelled = (): DOMException => new DOMException('cancelled', 'AbortError');

/** Other calls share the renewal: a cancelled upload stops waiting for it but does not end it. */
function renew(failed: string, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(cancelled()), { once: true });
    refreshOnce(failed).then(resolve, reject);
  });
}

/** One attempt. XMLHttpRequest, because `fetch` reports no progress of a request body. */
function send(
  path: string,
  form: FormData,
  token: string | null,
  { onProgress, signal, headers }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const xhr = new XMLHttpRequest();
    xhr.open('POST', `${base}${path}`);
    xhr.responseType = 'json';
    for (const [name, value] of Object.entries({ ...headersFor(token), ...headers })) xhr.setRequestHeader(name, value);
    const began = performance.now();
    const wait = (ms: number) => (xhr.timeout = performance.now() - began + ms);
    wait(silenceMsMax);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      wait(loaded < total ? silenceMsMax : answerMsMax);
      onProgress(loaded, total);
    });
    xhr.upload.addEventListener('load', () => wait(answerMsMax));
    xhr.addEventListener('load', () => {
      const body = xhr.response as { data?: { success?: boolean } | null } | null;
      const reference = xhr.getResponseHeader('x-request-id') ?? undefined;
      if (xhr.status >= 300) reject(new ApiRefusal(xhr.status, errorsOf(body), undefined, reference));
      else if (body?.data && body.data.success !== false) resolve(body.data);
      else reject(new ApiRefusal(xhr.status, [{ message: text('app', 'error.unknown'), code: unnamedCode }]));
    });
    xhr.addEventListener('error', () =>
      reject(new ApiRefusal(0, [{ message: text('app', 'error.noConnection'), code: 'offline' }])),
    );
    xhr.addEventListener('timeout', () => reject(refusedHere('upload_too_slow', 0)));
    xhr.addEventListener('abort', () => reject(cancelled()));
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}

/**
 * Sends a form with a large file, and returns the answer's `data`. A refusal is only read after the whole file was
 * sent, so an expired access token is renewed first; one that is refused nevertheless is renewed once. A cancelled
 * upload throws the browser's AbortError.
 */
export async function upload(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  // Its texts are here when they are needed, or it is refused in English: without a network they cannot come then.
  loadCatalogues(['refusals']).catch(() => undefined);
  const stored = accessToken();
  if (stored !== null && freshToken(serverNow()) === null && !(await renew(stored, options.signal)))
    throw refusedHere('token_invalid', 401);
  const token = accessToken();
  try {
    return await send(path, form, token, options);
  } catch (error) {
    if (token === null || !isTokenRefused(error) || !(await renew(token, options.signal))) throw error;
    return send(path, form, accessToken(), options);
  }
}

const refusedHere = (code: RefusalCode, status: number): ApiRefusal =>
  new ApiRefusal(status, [{ message: refusalText(code), code }]);
