import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { readJsonText } from '@frontrow/core/kernel/json-text.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { Config } from '../process/config.ts';
import { errorBodyOf, jsonType } from './answer-errors.ts';
import type { AnswersAhead } from './answers-ahead.ts';
import type { Authenticator } from './authenticate.ts';
import type { AllLimitCounts } from './limit-counts.ts';
import type { RateLimit } from './route.ts';
import { callHeaders } from './security-headers.ts';

/** A call that thousands make in vain once a rush is over, and the no that is all there is to say to most of them. */
export interface RefusedCall {
  readonly call: CallName & `POST ${string}`;
  readonly limit: RateLimit;
  /** Whether there may be a no for anybody; as long as not, nothing is looked at. */
  mayRefuse(): boolean;
  /** The no for an account that asks with this body, as the contract reads it, and this `Idempotency-Key`; undefined: the route answers. */
  refusalOf(accountId: number, body: unknown, key: string | undefined): Promise<Refusal | undefined> | undefined;
}

interface RefusedParts {
  readonly config: Config;
  readonly authenticator: Pick<Authenticator, 'knownAccount'>;
  readonly counts: AllLimitCounts;
  readonly server: Server;
}

const bodyBytesMax = 4 * 1024;

/**
 * Tells a no in front of the framework, which would be a third of what it costs. Same words, same headers, same limit as the route's;
 * whatever is not plain (a token to be read first, a guest, a body in pieces, one over the limit, anybody who may get more than a no) is
 * the route's, which reads the body as if nobody had looked at it. Nothing is begun and nothing is shown here, so that no session is
 * looked at: the no is the same for everybody.
 */
export function refusedAhead(
  { call, limit, mayRefuse, refusalOf }: RefusedCall,
  { config, authenticator, counts, server }: RefusedParts,
): AnswersAhead {
  const path = `/api${call.slice('POST '.length)}`;
  const counted = counts.of(`POST ${path}`);
  const { body: shape } = api[call] as Endpoint;
  const headersOfCalls = Object.entries(callHeaders(config)).flat();
  const sent: Record<number, number> = {};

  const accountOf = ({ headers }: IncomingMessage): number | undefined => {
    if (headers['content-type'] !== 'application/json' || 'transfer-encoding' in headers) return undefined;
    const length = Number(headers['content-length']);
    // Nothing is ever said of a body that is none.
    if (!(length > 0 && length <= bodyBytesMax)) return undefined;
    const account = authenticator.knownAccount(headers[accessTokenHeader] as string | undefined);
    // Who is over the limit costs no more than their headers.
    if (account === undefined || counted.isFull(account, limit.max, limit.windowMs, performance.now()))
      return undefined;
    return account;
  };

  const tell = (refusal: Refusal, request: IncomingMessage, response: ServerResponse): void => {
    sent[refusal.status] = (sent[refusal.status] ?? 0) + 1;
    const text = JSON.stringify(errorBodyOf(refusal));
    const headers = [...headersOfCalls, 'content-type', jsonType, 'content-length', String(Buffer.byteLength(text))];
    if (!server.listening) headers.push('connection', 'close');
    request.resume();
    response.writeHead(refusal.status, headers);
    response.end(text);
  };

  return {
    sent,
    take(request, response, onward) {
      if (request.method !== 'POST' || request.url !== path || !mayRefuse() || !server.listening) return false;
      const account = accountOf(request);
      if (account === undefined) return false;
      request.once('readable', () => {
        const said = readJsonText(peek(request));
        const read = said.ok ? shape?.safeParse(said.value) : undefined;
        const key = request.headers['idempotency-key'] as string | undefined;
        // Counted before anybody looks: many at once are as many as one after the other.
        if (!read?.success || !counted.takeWithin(account, limit.max, limit.windowMs, performance.now()))
          return onward();
        const countedThere = (): void => {
          counted.giveBack(account);
          onward();
        };
        const asked = refusalOf(account, read.data, key);
        if (!asked) return countedThere();
        // Where it cannot be looked up, the route says what is wrong.
        void asked.then((refusal) => (refusal ? tell(refusal, request, response) : countedThere()), countedThere);
      });
      return true;
    },
  };
}

/** What was sent, once all of it is here; it stays to be read by whoever comes next. */
function peek(request: IncomingMessage): string {
  const chunk = request.read() as Buffer | null;
  if (!chunk) return '';
  request.unshift(chunk);
  return chunk.length === Number(request.headers['content-length']) ? chunk.toString() : '';
}
