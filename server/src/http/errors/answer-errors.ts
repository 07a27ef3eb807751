import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseGone, isUnstorable } from '../../db/database-errors.ts';
import { languageOfRequest } from '../../i18n/request-language.ts';
import { refusalIn } from '../../i18n/refusal-sentences.ts';
import { sentenceIn } from '../../i18n/say.ts';
import type { Logger, SecurityLog, SecurityActor } from '../../ports/log.ts';
import { isStorageFull, StorageError } from '../../ports/storage.ts';
import { networkOf } from '../network-address.ts';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../process/config.ts';
import { dataHeaders } from '../headers/security-headers.ts';

interface ErrorLine {
  message: string;
  code: string;
  field?: string;
}

export const jsonType = 'application/json; charset=utf-8';
const faultLine: ErrorLine = { message: 'Sorry, something went wrong.', code: 'fault' };

const storageAgainSeconds = 5;

const formEndedEarly = /unexpected end of multipart data$/i;

/** The expected "no" an error stands for; undefined for a fault. */
export function asRefusal(error: Partial<FastifyError>): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isStorageFull(error)) return refuse('storage_full', {}, { retryAfter: storageAgainSeconds });
  if (error instanceof StorageError) return refuse('temporarily_unavailable', {}, { retryAfter: storageAgainSeconds });
  if (isDatabaseGone(error)) return refuse('temporarily_unavailable', {}, { retryAfter: 2 });
  if (isUnstorable(error)) return refuse('bad_input', { detail: 'A value of this request cannot be read.' });
  // A path that no file may have.
  if (error.statusCode === 403) return refuse('not_found');
  if (error.statusCode === 413) return refuse('body_too_large');
  if (error.statusCode === 415) return refuse('unsupported_media_type');
  if (error.statusCode === 429)
    return refuse('too_many_requests', {}, { retryAfter: (error as { retryAfter?: number }).retryAfter ?? 10 });
  if (error.statusCode === 503) return refuse('temporarily_unavailable', {}, { retryAfter: 2 });
  // The reader of forms gives this error no code.
  if (error.message !== undefined && formEndedEarly.test(error.message))
    return refuse('bad_input', { detail: 'The form ends before its last part does.' });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return refuse('bad_input', { detail: error.message ?? '' });
  return undefined;
}

const lineOf = (refusal: Refusal, language: Language): ErrorLine => ({
  message: refusalIn(refusal, language),
  code: refusal.code,
  ...(refusal.field && { field: refusal.field }),
});

/** In the language the client names, else in English. */
export const errorBodyOf = (refusal: Refusal, language: Language = sourceLanguage): { errors: ErrorLine[] } => ({
  errors: [lineOf(refusal, language)],
});

/**
 * Every error leaves as `{"errors":[{message, code, field?}]}`: refusals in their own words, faults without details.
 */
export function answerErrors(
  app: FastifyInstance,
  { log, security }: { readonly log: Logger; readonly security: SecurityLog },
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = languageOfRequest(request) ?? sourceLanguage;
    if (language !== sourceLanguage) void reply.header('content-language', language);
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors = error.validation.map((issue): ErrorLine => {
        const field = issue.instancePath.split('/').filter(Boolean).join('.');
        const detail = sentenceIn(issue.message ?? 'not valid', language);
        return { message: field ? `${field}: ${detail}` : detail, code: 'bad_input', ...(field && { field }) };
      });
      return reply.status(400).send({ errors });
    }
    if (error instanceof Refusals) {
      tellSecurity(security, error.all.find(({ status }) => status === error.status) ?? error.all[0], request);
      return reply.status(error.status).send({ errors: error.all.map((refusal) => lineOf(refusal, language)) });
    }
    const refusal = asRefusal(error);
    if (!refusal) {
      log.error(
        { requestId: request.id, route: request.routeOptions.url, error: error.message, stack: error.stack },
        'fault',
      );
      return reply
        .status(500)
        .header('x-request-id', request.id)
        .send({ errors: [{ ...faultLine, message: sentenceIn(faultLine.message, language) }] });
    }
    if (error instanceof StorageError || isStorageFull(error))
      log.warn(
        { requestId: request.id, route: request.routeOptions.url, error: error.message },
        'storage failed during a request',
      );
    tellSecurity(security, refusal, request);
    if (refusal.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter));
    // As text: "sold out" is answered thousands of times a second, and there is nothing to check in these
    // words.
    return reply
      .status(refusal.status)
      .type(jsonType)
      .send(JSON.stringify(errorBodyOf(refusal, language)));
  });
}

function tellSecurity(security: SecurityLog, refusal: Refusal, { actor, ip, routeOptions }: FastifyRequest): void {
  const account = (actor as Actor | undefined)?.kind === 'account' ? (actor as Account).id : undefined;
  recordRefusal(security, refusal, { account, network: networkOf(ip) }, routeOptions.url ?? 'none');
}

const codeOf: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
};

/**
 * Node's own test, where no listener handles such requests: a response whose headers were sent on this socket can no
 * longer be changed.
 */
const isAnswering = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;

/** Which host is meant must be said since HTTP/1.1. Node would refuse it without a word, so that we look ourselves. */
export const namesHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host !== undefined || httpVersion !== '1.1';

/** For Node's `checkExpectation`: `Expect:` with anything but `100-continue`, which it would refuse without a word. */
export function answerUnmet(config: Config): (request: IncomingMessage, response: ServerResponse) => void {
  const refusal = refuse('expectation_unmet');
  const body = JSON.stringify(errorBodyOf(refusal));
  const headers = {
    ...dataHeaders(config),
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return (_request, response) => void response.writeHead(refusal.status, headers).end(body);
}

/**
 * What never becomes a request (headers without end, bytes that are no HTTP, one that never arrives) is refused in
 * our words, too.
 */
export function answerUnreadable(config: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headersOfData = dataHeaders(config);
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
    const code = codeOf[error.code ?? ''];
    const refusal = code ? refuse(code) : refuse('bad_input', { detail: 'That request cannot be read.' });
    const body = JSON.stringify(errorBodyOf(refusal));
    const headers = Object.entries({
      ...headersOfData,
      'content-type': jsonType,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
        `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      () => socket.destroy(),
    );
  };
}

/** A request whose body does not arrive in time, answered as one of Node's own timeouts. */
export function answerTooSlow(config: Config): (socket: Socket) => void {
  const answer = answerUnreadable(config);
  return (socket) => answer(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

/** Secrets that are wrong, expired or used up, answered with a status that other refusals have, too. */
export const refusedSecrets: ReadonlySet<string> = new Set<RefusalCode>([
  'link_invalid',
  'reset_token_invalid',
  'social_state_wrong',
  'social_over',
  'rally_over',
  'wallet_message_wrong',
  'wallet_nonce_over',
  'webhook_signature_wrong',
]);

/** The first step of a login with two steps: it asks for a code and refuses nothing. */
const asksForCode: RefusalCode = 'code_required';

export type SecurityEvent = 'access' | 'limit';

const denials = new WeakSet<Refusal>();

/** For a 404 that hides that the thing exists: to the security log it is a refused access. */
export function asDenial(refusal: Refusal): Refusal {
  denials.add(refusal);
  return refusal;
}

/** What a refusal is to the security log; undefined for one that is no matter of security. */
export function securityEventOf(refusal: Refusal): SecurityEvent | undefined {
  const { status, code } = refusal;
  if (code === asksForCode) return undefined;
  if (status === 401 || status === 403 || denials.has(refusal) || refusedSecrets.has(code)) return 'access';
  return status === 429 ? 'limit' : undefined;
}

const recorded = new WeakSet<Refusal>();

/** For a refusal whose log line is written where more is known, so that the error handler writes no second one. */
export const markRecorded = (refusal: Refusal): void => void recorded.add(refusal);

/** Writes a refusal to the security log. `where` is a route's pattern, never an address with a secret in it. */
export function recordRefusal(security: SecurityLog, refusal: Refusal, by: SecurityActor, where: string): void {
  if (recorded.has(refusal)) return;
  const event = securityEventOf(refusal);
  if (event === 'access') security.accessRefused(by, { reason: refusal.code, route: where });
  else if (event === 'limit') security.limitExhausted(by, refusal.code === 'too_many_requests' ? where : refusal.code);
}
