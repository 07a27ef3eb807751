import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { CallName } from '@frontrow/contract/api.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Authenticator } from './authenticate.ts';
import { limitKeyOf, limitless } from './limit-keys.ts';
import type { AllLimitCounts } from './limit-counts.ts';
import { addressReader } from './network-address.ts';
import type { PreparedPage } from './prepared-page.ts';
import type { RateLimit } from './route.ts';
import { dataHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers sent in front of the framework, which its own hooks therefore never see. */
    readySent: () => readonly ReadyAnswers['sent'][];
  }
}

/** A call for everybody whose path ends in one parameter, and whose answer may lie ready. */
export interface ReadyCall {
  readonly call: CallName & `GET ${string}/:${string}`;
  readonly limit: RateLimit;
  /** The answer, when it may be sent without asking anybody; else the route answers. */
  page(param: string): PreparedPage | undefined;
}

export interface ReadyAnswers {
  /** Sends the answer when it lies ready; false: the framework's turn. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** How many were sent so far, by status. */
  readonly sent: Record<200 | 304, number>;
}

interface ReadyParts {
  readonly config: Config;
  readonly authenticator: Authenticator;
  readonly counts: AllLimitCounts;
}

/**
 * Answers in front of the framework what thousands ask for every few seconds and what hardly ever changed. Same bytes, same headers,
 * same limits as the route's; whatever is not plain (a new token, an old page, one over the limit) is the route's.
 */
export function readyAnswers(
  { call, limit, page }: ReadyCall,
  { config, authenticator, counts }: ReadyParts,
): ReadyAnswers {
  const route = `/api${call.slice('GET '.length)}`;
  const prefix = route.slice(0, route.indexOf(':'));
  const counted = counts.of(`GET ${route}`);
  const addressOf = addressReader(config);
  const headersOfData = Object.entries(dataHeaders(config)).flat();
  const heads = new WeakMap<PreparedPage, Heads>();
  const sent = { 200: 0, 304: 0 };

  const actorOf = (token: string | undefined): Actor | undefined => {
    try {
      const actor = authenticator.authenticate(token);
      if (!(actor instanceof Promise)) return actor;
      actor.catch(() => {});
    } catch {
      // The route says what is wrong with it.
    }
    return undefined;
  };

  const mayPass = (actor: Actor, request: IncomingMessage): boolean => {
    const address = addressOf(request);
    if (limitless(config, actor, address)) return true;
    return counted.takeWithin(limitKeyOf(actor, address), limit, performance.now());
  };

  return {
    sent,
    take(request, response) {
      const { url, method, headers } = request;
      if (method !== 'GET' || !url!.startsWith(prefix)) return false;
      const ready = page(url!.slice(prefix.length));
      if (!ready) return false;
      const actor = actorOf(headers[accessTokenHeader] as string | undefined);
      if (!actor || !mayPass(actor, request)) return false;
      const known = headers['if-none-match'];
      if (known !== undefined && known !== ready.etag) return false;
      let head = heads.get(ready);
      if (!head) heads.set(ready, (head = headsOf(ready, headersOfData)));
      if (known === undefined) {
        sent[200]++;
        response.writeHead(200, head.whole);
        response.end(head.text, 'latin1');
      } else {
        sent[304]++;
        response.writeHead(304, head.unchanged);
        response.end();
      }
      return true;
    },
  };
}

/** Names and values in turn, as Node writes them fastest. */
interface Heads {
  readonly whole: string[];
  readonly unchanged: string[];
  /** The body's bytes as characters: a text is written together with its head, bytes apart from it. */
  readonly text: string;
}

function headsOf({ etag, body }: PreparedPage, headersOfData: readonly string[]): Heads {
  const unchanged = [...headersOfData, 'etag', etag, 'cache-control', 'no-cache'];
  const whole = [
    ...unchanged,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(body.length),
  ];
  return { whole, unchanged, text: body.toString('latin1') };
}

/** Lets what lies ready answer first. A server that is closing leaves everything to the framework, which tells callers to go. */
export function answerReadyFirst(app: FastifyInstance, ready: readonly ReadyAnswers[]): void {
  app.decorate('readySent', () => ready.map(({ sent }) => sent));
  const { server } = app;
  const [framework] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (server.listening) for (const answers of ready) if (answers.take(request, response)) return;
    framework!(request, response);
  });
}
