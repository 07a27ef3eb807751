import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@frontrow/contract/api.ts';
import { ApiRefusal, isTokenRefused } from './refusal.ts';
import { refreshOnce } from './refresh.ts';
import { type RawRequest, request, requestFile } from './request.ts';
import { accessToken } from './tokens.ts';

type Part<K extends string, T> = [T] extends [never] ? object : object extends T ? { [P in K]?: T } : { [P in K]: T };

/** What a call needs: exactly the parts its contract names, plus transport wishes. A form may stand for the body. */
export type CallOptions<N extends CallName> = Part<'params', ParamsOf<N>> &
  Part<'query', QueryOf<N>> &
  Part<'body', [BodyOf<N>] extends [never] ? never : BodyOf<N> | FormData> & {
    signal?: AbortSignal | undefined;
    headers?: Record<string, string>;
  };

type Arguments<N extends CallName> =
  object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface LooseOptions {
  params?: Values;
  query?: Values;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** `/events/:id` and its parameters to `/events/7f…?cursor=…`. */
export function pathOf(template: string, params: Values = {}, query: Values = {}): string {
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** These establish a session: an old one is not sent along. */
const withoutSession = new Set<string>([
  'POST /auth/login',
  'POST /auth/signup',
  'POST /auth/refresh',
  'POST /auth/guest_session',
  'POST /auth/reset_password',
  'POST /auth/magic_login',
  'POST /auth/social',
  'POST /auth/social_return',
  'POST /auth/social_enter',
  'POST /auth/social_signup',
  'POST /auth/social_link',
]);

let inProcess: ((name: CallName, parts: Pick<LooseOptions, 'params' | 'query'>) => Promise<unknown>) | undefined;

/** Where pages are drawn there is no server to call: its own process answers. */
export const answerCallsWith = (answer: NonNullable<typeof inProcess>): void => void (inProcess = answer);

/**
 * Calls the server: `call('GET /events/:id', { params: { id } })` answers what `data` holds. Throws `ApiRefusal`.
 * An old access token is renewed once, for all calls at the same time, and the call repeated.
 */
export async function call<N extends CallName>(name: N, ...[options]: Arguments<N>): Promise<AnswerOf<N>> {
  const loose = (options ?? {}) as LooseOptions;
  if (inProcess) return inProcess(name, loose) as Promise<AnswerOf<N>>;
  return sendRenewed(name, loose, (raw) => request(raw) as Promise<AnswerOf<N>>);
}

/** Calls the server for a file. Throws `ApiRefusal`. */
export const callFile = <N extends CallName>(name: N, ...[options]: Arguments<N>): Promise<Blob> =>
  sendRenewed(name, (options ?? {}) as LooseOptions, requestFile);

async function sendRenewed<T>(name: CallName, loose: LooseOptions, ask: (raw: RawRequest) => Promise<T>): Promise<T> {
  const [method, template] = name.split(' ') as [string, string];
  const path = pathOf(template, loose.params, loose.query);
  const send = (token: string | null): Promise<T> =>
    ask({
      method,
      path,
      token,
      body: loose.body ?? (method === 'POST' ? {} : undefined),
      headers: loose.headers,
      signal: loose.signal,
    });

  const token = withoutSession.has(name) ? null : accessToken();
  try {
    return await send(token);
  } catch (error) {
    if (token === null || !isTokenRefused(error)) throw error;
    const renewed = await refreshOnce(token);
    return send(renewed ? accessToken() : null);
  }
}

/** No network, or no server behind the proxy: it is unknown whether the request arrived. */
export const notReached = (error: unknown): boolean =>
  error instanceof ApiRefusal && [0, 502, 503, 504].includes(error.status);
