import type { Server } from 'node:http';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { CallName } from '@frontrow/contract/api.ts';
import type { Config } from '../process/config.ts';
import type { Clock } from '../ports/clock.ts';
import type { AnswersAhead } from './answers-ahead.ts';
import type { Authenticator } from './authenticate.ts';
import { limitKeyOf, limitless, limitMaxOf } from './limit-keys.ts';
import type { AllLimitCounts } from './limit-counts.ts';
import { addressReader } from './network-address.ts';
import type { PreparedPage } from './prepared-page.ts';
import type { RateLimit } from './route.ts';
import { answerSameAgain } from './same-again.ts';
import { dataHeaders } from './security-headers.ts';

/** A call for everybody whose path ends in one parameter, and whose answer may lie ready. */
export interface ReadyCall {
  readonly call: CallName & `GET ${string}/:${string}`;
  readonly limit: RateLimit;
  /** The answer, when it may be sent without asking anybody; else the route answers. */
  page(param: string): PreparedPage | undefined;
}

interface ReadyParts {
  readonly config: Config;
  readonly authenticator: Authenticator;
  readonly counts: AllLimitCounts;
  readonly clock: Clock;
  readonly server: Server;
}

/**
 * Answers in front of the framework what thousands ask for every few seconds and what hardly ever changed. Same bytes, same headers,
 * same limits as the route's; whatever is not plain (a new token, an old page, one over the limit) is the route's. Who asks decides
 * only whom it counts for: a look at their session would cost more than the answer.
 */
export function readyAnswers(
  { call, limit, page }: ReadyCall,
  { config, authenticator, counts, clock, server }: ReadyParts,
): AnswersAhead {
  const route = `/api${call.slice('GET '.length)}`;
  const prefix = route.slice(0, route.indexOf(':'));
  const counted = counts.of(`GET ${route}`);
  const addressOf = addressReader(config);
  const headersOfData = Object.entries(dataHeaders(config)).flat();
  const heads = new WeakMap<PreparedPage, Heads>();
  const dateOf = httpDates(clock);
  const sent = { 200: 0, 304: 0 };

  const mayPass = (account: number | null, address: string): boolean =>
    limitless(config, account, address) ||
    counted.takeWithin(limitKeyOf(account, address), limitMaxOf(limit, account), limit.windowMs, performance.now());

  const answerTo = ({ param, known, token, address }: Question): Heads | undefined => {
    const ready = page(param);
    if (!ready || (known !== undefined && known !== ready.etag)) return undefined;
    const account = authenticator.countsFor(token);
    if (account === undefined || !mayPass(account, address)) return undefined;
    let head = heads.get(ready);
    if (!head) heads.set(ready, (head = headsOf(ready, headersOfData)));
    return head;
  };

  const keptAlive = `Keep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n\r\n`;

  return {
    sent,
    take(request, response) {
      const { url, method, headers } = request;
      if (method !== 'GET' || !url!.startsWith(prefix) || !server.listening) return false;
      const known = headers['if-none-match'];
      const token = headers[accessTokenHeader] as string | undefined;
      const question = { param: url!.slice(prefix.length), known, token, address: addressOf(request) };
      const head = answerTo(question);
      if (!head) return false;
      if (known === undefined) {
        sent[200]++;
        response.writeHead(200, head.whole);
        response.end(head.text, 'latin1');
        return true;
      }
      sent[304]++;
      response.writeHead(304, head.unchanged);
      response.end();
      answerSameAgain(request, response, () => {
        const same = server.listening ? answerTo(question) : undefined;
        if (!same) return undefined;
        sent[304]++;
        return `${same.unchangedText}Date: ${dateOf()}\r\nConnection: keep-alive\r\n${keptAlive}`;
      });
      return true;
    },
  };
}

/** What an answer depends on. */
interface Question {
  readonly param: string;
  /** The version the asker has. */
  readonly known: string | undefined;
  readonly token: string | undefined;
  readonly address: string;
}

/** Names and values in turn, as Node writes them fastest. */
interface Heads {
  readonly whole: string[];
  readonly unchanged: string[];
  /** The body's bytes as characters: a text is written together with its head, bytes apart from it. */
  readonly text: string;
  /** Status line and headers of 304 as Node writes them, up to its own. */
  readonly unchangedText: string;
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
  let unchangedText = 'HTTP/1.1 304 Not Modified\r\n';
  for (let n = 0; n < unchanged.length; n += 2) unchangedText += `${unchanged[n]}: ${unchanged[n + 1]}\r\n`;
  return { whole, unchanged, text: body.toString('latin1'), unchangedText };
}

/** The second it is, as headers say it. */
function httpDates(clock: Clock): () => string {
  let second = 0;
  let text = '';
  return () => {
    const current = Math.floor(clock.now() / 1000);
    if (current !== second) text = new Date((second = current) * 1000).toUTCString();
    return text;
  };
}
