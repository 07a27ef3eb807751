import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseGone } from '../../db/database-gone.ts';
import type { Logger } from '../../ports/log.ts';
import { isDiskFull, StorageError } from '../../ports/storage.ts';
import type { SecurityLog } from '../../ports/security-log.ts';
import { networkOf } from '../addresses/network-address.ts';
import { recordRefusal } from './security-events.ts';

interface ErrorLine {
  message: string;
  code: string;
  field?: string;
}

export const jsonType = 'application/json; charset=utf-8';
const faultLine: ErrorLine = { message: 'Sorry, something went wrong.', code: 'fault' };

/** Values the database cannot hold: a NUL in a text, a number out of range, text that is no value of its type. */
const valueUnstorable = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

const storageAgainSeconds = 5;

const formEndedEarly = /unexpected end of multipart data$/i;

/** The expected "no" an error stands for; undefined for a fault. */
export function asRefusal(error: Partial<FastifyError>): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageError)
    return error.kind === 'full'
      ? refuse('storage_full', {}, { retryAfter: storageAgainSeconds })
      : refuse('temporarily_unavailable', {}, { retryAfter: storageAgainSeconds });
  if (isDiskFull(error)) return refuse('storage_full', {}, { retryAfter: storageAgainSeconds });
  if (isDatabaseGone(error)) return refuse('temporarily_unavailable', {}, { retryAfter: 2 });
  if (valueUnstorable.has(error.code ?? ''))
    return refuse('bad_input', { detail: 'A value of this request cannot be read.' });
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

const lineOf = (refusal: Refusal): ErrorLine => ({
  message: refusal.message,
  code: refusal.code,
  ...(refusal.field && { field: refusal.field }),
});

export const errorBodyOf = (refusal: Refusal): { errors: ErrorLine[] } => ({ errors: [lineOf(refusal)] });

/**
 * Every error leaves as `{"errors":[{message, code, field?}]}`: refusals in their own words, faults without details.
 */
export function answerErrors(
  app: FastifyInstance,
  { log, security }: { readonly log: Logger; readonly security: SecurityLog },
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors = error.validation.map((issue): ErrorLine => {
        const field = issue.instancePath.split('/').filter(Boolean).join('.');
        const detail = issue.message ?? 'not valid';
        return { message: field ? `${field}: ${detail}` : detail, code: 'bad_input', ...(field && { field }) };
      });
      return reply.status(400).send({ errors });
    }
    if (error instanceof Refusals) {
      tellSecurity(security, error.all.find(({ status }) => status === error.status) ?? error.all[0], request);
      return reply.status(error.status).send({ errors: error.all.map(lineOf) });
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
        .send({ errors: [faultLine] });
    }
    if (error instanceof StorageError || isDiskFull(error))
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
      .send(JSON.stringify(errorBodyOf(refusal)));
  });
}

function tellSecurity(security: SecurityLog, refusal: Refusal, { actor, ip, routeOptions }: FastifyRequest): void {
  const account = (actor as Actor | undefined)?.kind === 'account' ? (actor as Account).id : undefined;
  recordRefusal(security, refusal, { account, network: networkOf(ip) }, routeOptions.url ?? 'none');
}
