import { refundFailuresMax, refundsAgainMax } from '@frontrow/core/ticketing/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { ListedRefund, ProviderRefund } from '../../../ports/card-payments.ts';
import { askProvider, paymentPort, type TicketingDeps } from '../ticketing-deps.ts';
import { findDisputes, refundClaimSeconds } from './disputes.ts';

interface DueRefund {
  id: string;
  amount_minor: number;
  attempts: number;
  provider_ref: string | null;
  provider_failures: number;
  provider: string;
  capture_ref: string;
  currency: string;
  /** Its payment is disputed, or was lost to a dispute: no refund is requested any longer. */
  disputed: boolean;
  /** Refunds of the same capture that are already booked: the dates of a pass share one. */
  booked: string[];
}

const waitSecondsMax = 3_600;
const refundsPerRunMax = 100;

/**
 * Requests all due refunds, or one, from the provider. The refund was committed before, and no lock is held. Asks again
 * until the provider confirms; the refund's id is the provider's idempotency key, so a lost answer never pays twice.
 * Refunds are claimed one at a time, so that no claim expires while its refund waits behind others.
 */
export async function processDueRefunds(deps: TicketingDeps, only?: string): Promise<void> {
  for (let driven = 0; driven < refundsPerRunMax; driven++) {
    const refund = await claimNext(deps, only);
    if (!refund) return;
    await isolateErrors(deps.log, { refund: refund.id, attempts: refund.attempts }, () => processRefund(deps, refund));
  }
}

const claimNext = ({ db }: TicketingDeps, only: string | undefined): Promise<DueRefund | undefined> =>
  db.one<DueRefund>(
    `UPDATE refund r SET attempts = r.attempts + 1, next_at = app_now() + make_interval(secs => $2) FROM payment p
     WHERE p.id = r.payment_id AND r.id = (
       SELECT id FROM refund
       WHERE status IN ('requested', 'pending') AND next_at <= app_now() AND ($1::uuid IS NULL OR id = $1)
       ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING r.id, r.amount_minor, r.attempts, r.provider_ref, r.provider_failures,
       p.provider, p.capture_ref, p.currency,
       EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id AND d.status <> 'won') AS disputed,
       ARRAY(
         SELECT split_part(b.provider_ref, '#', 1) FROM refund b JOIN payment its ON its.id = b.payment_id
         WHERE its.provider = p.provider AND its.capture_ref = p.capture_ref AND b.id <> r.id
           AND b.provider_ref IS NOT NULL) AS booked`,
    [only ?? null, refundClaimSeconds],
  );

async function processRefund(deps: TicketingDeps, refund: DueRefund): Promise<void> {
  const { db, log } = deps;
  const wait = Math.min(2 ** Math.min(refund.attempts, 12), waitSecondsMax);
  try {
    const answer = await askProvider(log, 'refund', () =>
      (refund.disputed ? lookUpRefund : requestRefund)(deps, refund),
    );
    if (answer.status === 'failed' && refund.disputed) {
      await db.tx((tx) => tx.query('SELECT end_refund($1, $2)', [refund.id, refund.attempts]));
      return;
    }
    const failures = refund.provider_failures + 1;
    if (answer.status === 'failed')
      log.error(
        { refund: refund.id, failures },
        failures < refundFailuresMax
          ? 'provider refused a refund, will be retried'
          : 'provider refused a refund too often: given up until an operator handles it',
      );
    await db.query('SELECT settle_refund($1, $2, $3, $4, $5, $6)', [
      refund.id,
      refund.attempts,
      answer.status,
      answer.ref,
      wait,
      refundFailuresMax,
    ]);
    // The provider may have refused because of a dispute that we do not know about yet.
    if (answer.status === 'failed') await findDisputes(deps, refund.provider, refund.capture_ref);
  } catch (error) {
    // A fault of ours waits, too: a refund that cannot be read must not be requested in a tight loop.
    await db.query(
      'UPDATE refund SET next_at = app_now() + make_interval(secs => $3) WHERE id = $1 AND attempts = $2',
      [refund.id, refund.attempts, wait],
    );
    throw error;
  }
}

/** Whether the provider has made it, because an answer may have been lost. Requests nothing. */
async function lookUpRefund(deps: TicketingDeps, refund: DueRefund): Promise<ProviderRefund> {
  const made = await paymentPort(deps, refund.provider).refundsOf(refund.capture_ref);
  const ours = made.find(({ refundId, status }) => status !== 'failed' && refundId?.split(':')[0] === refund.id);
  return ours ?? { ref: '', status: 'failed' };
}

async function requestRefund(deps: TicketingDeps, refund: DueRefund): Promise<ProviderRefund> {
  const port = paymentPort(deps, refund.provider);
  if (refund.provider_ref) {
    const known = await port.refundOf(refund.provider_ref);
    if (known) return known;
  }
  // A refused key would only be refused again.
  const key = refund.provider_failures > 0 ? `${refund.id}:${refund.provider_failures}` : refund.id;
  return port.refund({
    refundId: key,
    captureRef: refund.capture_ref,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    booked: refund.booked,
    askedBefore: refund.attempts > 1,
  });
}

/** Banks take days to return a refund; one that keeps being returned is made at most this often. */
const againSeconds = 86_400;

interface Subject {
  /** More than one of a pass. */
  ids: string[];
  capture_ref: string;
  provider: string;
}

/**
 * Compares the refunds of a payment with what the provider has now. A refund that succeeded and has failed since is due
 * again. One made in the provider's own pages is booked, once. If money left without a refund, a dispute took it.
 */
export async function recheckRefunds(deps: TicketingDeps, provider: string, ref: string): Promise<void> {
  const { db, log } = deps;
  const payment = await db.one<Subject>(
    `SELECT array_agg(p.id::text ORDER BY p.id) AS ids, p.capture_ref, p.provider
     FROM payment p WHERE p.provider = $1 AND p.status = 'succeeded' AND p.id IN (
       SELECT id FROM payment WHERE provider = $1 AND provider_ref = $2
       UNION ALL
       SELECT of_pass.id FROM pass_payment its JOIN payment of_pass ON of_pass.pass_payment_id = its.id
       WHERE its.provider = $1 AND its.provider_ref = $2)
     GROUP BY p.capture_ref, p.provider`,
    [provider, ref],
  );
  if (!payment) return;
  const refunds = await askProvider(log, 'refunds', () => paymentPort(deps, provider).refundsOf(payment.capture_ref));
  for (const refund of refunds) if (refund.status === 'failed') await reopenReturnedRefund(deps, payment, refund);
  for (const refund of refunds)
    if (refund.status === 'succeeded' && refund.refundId === undefined) await bookProviderRefund(deps, payment, refund);
  if (refunds.length === 0) await findDisputes(deps, provider, payment.capture_ref);
}

async function reopenReturnedRefund(deps: TicketingDeps, { ids }: Subject, { ref }: ListedRefund): Promise<void> {
  for (const id of ids) {
    const row = await deps.db.one<{ now: 'due' | 'given_up' | null }>(
      'SELECT take_back_refund($1, $2, $3, $4) AS now',
      [id, ref, againSeconds, refundsAgainMax],
    );
    if (row?.now === 'due')
      deps.log.error({ payment: id, ref }, 'the bank returned a refund that had succeeded: it is made again');
    if (row?.now === 'given_up')
      deps.log.error(
        { payment: id, ref },
        'the bank returned a refund too often: given up until an operator handles it',
      );
  }
}

async function bookProviderRefund(
  { db, log }: TicketingDeps,
  { ids, provider, capture_ref: capture }: Subject,
  { ref, amountMinor }: ListedRefund,
): Promise<void> {
  const [id] = ids;
  const row =
    ids.length > 1
      ? await db.one<{ verdict: string }>('SELECT follow_pass_refund($1, $2, $3, $4) AS verdict', [
          provider,
          capture,
          ref,
          amountMinor,
        ])
      : await db.one<{ verdict: string }>('SELECT follow_provider_refund($1, $2, $3) AS verdict', [
          id,
          ref,
          amountMinor,
        ]);
  if (row?.verdict === 'booked') log.warn({ payment: id, ref }, 'a refund made at the provider was booked');
  if (row?.verdict === 'beyond')
    log.error({ payment: id, ref }, 'a refund made at the provider exceeds what is left: an operator must check it');
}

/** Requests a failed refund again; false if it was not given up. */
export async function retryRefund(sql: Sql, refundId: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE refund SET next_at = app_now()
     WHERE id = $1 AND next_at = 'infinity' AND status IN ('requested', 'pending') RETURNING id`,
    [refundId],
  );
  return rows.length > 0;
}

/** Records that a failed refund was paid in another way; false if it was not given up. */
export async function markRefundPaidManually(sql: Sql, refundId: string, reference: string): Promise<boolean> {
  const row = await sql.one<{ booked: boolean }>('SELECT pay_refund_otherwise($1, $2) AS booked', [
    refundId,
    reference,
  ]);
  return row?.booked === true;
}
