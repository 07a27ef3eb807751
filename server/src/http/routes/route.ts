import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import type { AnswerOf, Api, CallName } from '@frontrow/contract/api.ts';
import type { Schema } from '@frontrow/contract/kernel/endpoint.ts';
import type { z } from 'zod';
import type { CachedFile, FileAnswer, PreparedAnswer } from './prepared-answer.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import type { AdmittedScopes } from '../callers/api-keys.ts';
import type { Upload } from '../files/upload.ts';
import type { RateLimit } from '../limits/limits.ts';

/**
 * Who may call. `member` takes guests too, but only for the event their session is good for; `account` is a person
 * who can log in; `host` has the influencer role; `admin` is an app admin. Finer rules live in core and the use case.
 */
export type Policy = 'anyone' | 'member' | 'account' | 'host' | 'admin';

type Parsed<N extends CallName, K extends string> =
  Api[N] extends Record<K, infer S extends Schema> ? z.output<S> : undefined;

export interface Call<N extends CallName, P extends Policy> {
  readonly actor: P extends 'anyone' ? Actor : Account;
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly body: Parsed<N, 'body'>;
  /** The caller's network address. */
  readonly address: string;
  readonly idempotencyKey: string | undefined;
  /** The file of an upload route. */
  readonly file: ReceivedFile | undefined;
  readonly header: (name: string) => string | undefined;
  /** Sets a header of the answer. */
  readonly answerHeader: (name: string, value: string) => void;
}

export interface Route<N extends CallName = CallName, P extends Policy = Policy> {
  readonly call: N;
  readonly who: P;
  readonly limit: RateLimit;
  /**
   * Scopes that admit an API key; left out: the call takes no key. A call with a key counts towards the limit of the
   * key alone, unless it takes large bodies.
   */
  readonly keys?: AdmittedScopes;
  /** Bodies larger than this are refused; default 64 KiB. */
  readonly bodyBytesMax?: number;
  /**
   * For calls that begin, renew or end a session, and for what everybody reads over and over: a token that is no
   * longer good counts as none instead of refusing the call.
   */
  readonly staleTokenIgnored?: true;
  readonly upload?: Upload;
  /**
   * The answer that lies in memory for these parameters, as they stand in the path; undefined lets `handle` answer.
   * It is sent before the session is looked at, so it must be the same for everybody.
   */
  readonly prepared?: (params: { readonly [K in keyof Parsed<N, 'params'>]: string }) => PreparedAnswer | undefined;
  handle(call: Call<N, P>): Promise<AnswerOf<N> | PreparedAnswer | FileAnswer | CachedFile>;
}

export type AnyRoute = Route<never, never>;

/** Binds a call of the contract to who may call it and what answers it. */
export const route = <N extends CallName, P extends Policy>(row: Route<N, P>): AnyRoute => row as unknown as AnyRoute;
