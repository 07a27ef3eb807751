import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { Config } from '../config.ts';
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
  /** Whether there is a no for anybody; while there is none, nothing is looked at. */
  isOn(): boolean;
  /** The no for an account that asks with this body, as the contract reads it; undefined: the route answers. */
  refusalOf(accountId: number, body: unknown): Promise<Refusal | undefined> | undefined;
}

interface RefusedParts {
  readonly config: Config;
  readonly authenticator: Pick<Authenticator, 'knownAccount'>;
  readonly counts: AllLimitCounts;
  readonly server: Server;
}

const bodyBytesMax = 4 * 1024;

/**
 * Tells a no in front of the framework, whose stations cost twice as much as the rest of such an answer. Same words, same headers, same
 * limit as the route's; whatever is not plain (a token to be read first, a guest, a body in pieces, one over the limit, anybody who may
 * get more than a no) is the route's, which reads the body as if nobody had looked at it. Nothing is begun and nothing is shown here, so
 * that no session is looked at: the no is the same for everybody.
 */
export function refusedAhead(
  { call, limit, isOn, refusalOf }: RefusedCall,
  { config, authenticator, counts, server }: RefusedParts,
): AnswersAhead {
  const path = `/api${call.slice('POST '.length)}`;
  const counted = counts.of(`POST ${path}`);
  const { body: shape } = api[call] as Endpoint;
  const headersOfCalls = Object.entries(callHeaders(config)).flat();
  const sent = { 409: 0 };

  const accountOf = ({ headers }: IncomingMessage): number | undefined => {
    if (headers['content-type'] !== 'application/json' || 'transfer-encoding' in headers) return undefined;
    const length = Number(headers['content-length']);
    // Nothing is ever said of a body that is none.
    if (!(length > 0 && length <= bodyBytesMax)) return undefined;
    return authenticator.knownAccount(headers[accessTokenHeader] as string | undefined);
  };

  /** The no for what lies in this request. */
  const refusalFor = (account: number, request: IncomingMessage): Promise<Refusal | undefined> | undefined => {
    const read = shape?.safeParse(parsed(peek(request)));
    if (!read?.success) return undefined;
    if (counted.isFull(account, limit.max, limit.windowMs, performance.now())) return undefined;
    return refusalOf(account, read.data);
  };

  const tell = (refusal: Refusal, account: number, request: IncomingMessage, response: ServerResponse): void => {
    counted.take(account, limit.windowMs, performance.now());
    sent[409]++;
    const text = JSON.stringify(errorBodyOf(refusal));
    request.resume();
    const length = String(Buffer.byteLength(text));
    response.writeHead(refusal.status, [...headersOfCalls, 'content-type', jsonType, 'content-length', length]);
    response.end(text);
  };

  return {
    sent,
    take(request, response, onward) {
      if (request.method !== 'POST' || request.url !== path || !isOn() || !server.listening) return false;
      const account = accountOf(request);
      if (account === undefined) return false;
      request.once('readable', () => {
        const asked = refusalFor(account, request);
        if (!asked) return onward();
        // Where it cannot be looked up, the route says what is wrong.
        void asked.then((refusal) => (refusal ? tell(refusal, account, request, response) : onward()), onward);
      });
      return true;
    },
  };
}

/** What came so far; it stays to be read by whoever comes next. Half a body is no JSON. */
function peek(request: IncomingMessage): string {
  const chunk = request.read() as Buffer | null;
  if (chunk) request.unshift(chunk);
  return chunk?.toString() ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
