import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import { ApiError, CustomError } from '@paypal/paypal-server-sdk';
import type { Logger } from '../../ports/log.ts';
import { providerAnswered } from '../../ports/provider-books.ts';
import { translatingBy } from '../translating.ts';
import { PaypalUnreachable } from './paypal-http.ts';

/** Answers after which no one knows whether the request was carried out, or which pass: 409 is one under way. */
const passing: ReadonlySet<number> = new Set([401, 408, 409, 429]);

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

/** Why PayPal takes no money for our account, or not this money: only we can mend it. */
export const blocks: ReadonlySet<string> = new Set([
  'CONSENT_NEEDED',
  'NOT_ENABLED_FOR_BANK_PROCESSING',
  'NOT_ENABLED_FOR_CARD_PROCESSING',
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING',
  'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING',
  'PERMISSION_DENIED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
]);

/** Whether PayPal refused to take the money because of us, and so took none. */
export const isBlocked = (error: unknown): boolean => issuesOf(error).some((issue) => blocks.has(issue));

/**
 * What PayPal's errors mean to us: payments are unavailable. Any other error is a fault in our own code and stays what
 * it is, so that it is noticed. `whenRefused` is for calls that take no money: a request that PayPal refuses as it
 * stands then charged no one.
 */
export function paypalErrors(log: Logger, whenRefused: RefusalCode = 'payment_unavailable') {
  const translated = (error: unknown): unknown => {
    if (error instanceof Refusal) return error;
    if (error instanceof PaypalUnreachable) {
      log.warn({ error: error.message }, 'PayPal did not answer');
      return refuse('payment_unavailable', {}, { retryAfter: 5 });
    }
    if (!(error instanceof ApiError)) return error;
    logPaypalError(log, error);
    const isRefused = isRefusedAsItStands(error.statusCode);
    if (!isRefused) return refuse('payment_unavailable', {}, { retryAfter: 5 });
    return refuse(whenRefused, providerAnswered, { retryAfter: 5 });
  };
  return { translated, translating: translatingBy(translated) };
}
