import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import { ApiError, CustomError } from '@paypal/paypal-server-sdk';
import type { Logger } from '../../ports/log.ts';
import { notCharged } from '../../ports/not-charged.ts';
import { PaypalUnreachable } from './paypal-http.ts';

/** Answers after which nobody knows whether the request was carried out, or which pass: 401, timeouts, limits. */
const passing: ReadonlySet<number> = new Set([401, 408, 429]);

const debugHeader = 'paypal-debug-id';

interface Said {
  readonly name?: string;
  readonly debug_id?: string;
  readonly details?: readonly { readonly issue?: string; readonly field?: string }[];
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.statusCode : undefined;

/** PayPal's words for what is wrong with a call that it understood. */
export const issuesOf = (error: unknown): readonly string[] =>
  error instanceof CustomError ? (error.result?.details ?? []).map(({ issue }) => issue) : [];

export const hasIssue = (error: unknown, issue: string): boolean => issuesOf(error).includes(issue);

/** What an engineer, or PayPal's support, needs to find a request again. */
const fieldsOf = (status: number, said: Said, debugId: string | undefined) => ({
  status,
  name: said.name,
  issues: (said.details ?? []).map(({ issue }) => issue),
  fields: (said.details ?? []).flatMap(({ field }) => field ?? []),
  debugId: said.debug_id ?? debugId,
});

const isRefusedAsItStands = (status: number): boolean => status >= 400 && status < 500 && !passing.has(status);

/** Logs an answer that PayPal's own library did not read. */
export function logPaypalAnswer(log: Logger, status: number, body: unknown): void {
  const fields = fieldsOf(status, (body ?? {}) as Said, undefined);
  if (isRefusedAsItStands(status)) log.error(fields, 'PayPal refused a request');
  else log.warn(fields, 'PayPal did not answer');
}

export function logPaypalError(log: Logger, error: ApiError): void {
  const fields = fieldsOf(error.statusCode, (error.result ?? {}) as Said, error.headers?.[debugHeader]);
  if (isRefusedAsItStands(error.statusCode)) log.error(fields, 'PayPal refused a request');
  else log.warn(fields, 'PayPal did not answer');
}

/**
 * What PayPal's errors mean to us: payments are unavailable. Any other error is a fault in our own code and stays what
 * it is, so that it is noticed.
 */
export function paypalErrors(log: Logger, code: RefusalCode = 'payment_unavailable') {
  const translated = (error: unknown): unknown => {
    if (error instanceof Refusal) return error;
    if (error instanceof PaypalUnreachable) {
      log.warn({ error: error.message }, 'PayPal did not answer');
      return refuse(code, {}, { retryAfter: 5 });
    }
    if (!(error instanceof ApiError)) return error;
    logPaypalError(log, error);
    return refuse(code, isRefusedAsItStands(error.statusCode) ? notCharged : {}, { retryAfter: 5 });
  };
  const translating = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw translated(error);
    }
  };
  return { translated, translating };
}
