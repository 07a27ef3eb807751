import { disputeLookMs } from '@frontrow/core/ticketing/limits.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { ProviderDispute } from '../../../ports/provider-books.ts';
import { settleNews } from '../series-passes/pass-payments.ts';
import { askProvider, paymentPort, type TicketingDeps } from '../ticketing-deps.ts';

/** A refund can be claimed by another worker after this: longer than both calls to a provider may take. */
export const refundClaimSeconds = 60;

/** Of two concurrent calls, the later one asks again, because its answer may be the older. */
const asksMax = 5;
const perRunMax = 50;

/**
 * Fetches a dispute's status from the provider and writes it down. A webhook only says which one to fetch, so its
 * order, age and number do not matter. The payment is settled first, because the news of its money may be late.
 */
export async function followDispute(deps: TicketingDeps, provider: string, ref: string): Promise<void> {
  const { db, log } = deps;
  for (let asked = 0; asked < asksMax; asked++) {
    const known = await db.one<{ version: number }>(
      `SELECT coalesce(sum(version), 0)::int AS version FROM dispute
       WHERE provider = $1 AND (provider_ref = $2 OR starts_with(provider_ref, $2 || '#'))`,
      [provider, ref],
    );
    const dispute = await askProvider(log, 'dispute', () => paymentPort(deps, provider).dispute(ref));
    if (!dispute) return;
    const verdict = await write(deps, provider, dispute, known?.version ?? 0);
    if (verdict === 'opened' || verdict === 'lost')
      log.warn({ provider, dispute: ref }, `a payment's dispute: ${verdict}`);
    if (verdict === 'unknown') log.error({ provider, dispute: ref }, 'dispute of a payment that is not in our books');
    if (verdict !== 'superseded') return;
  }
  throw new Error(`dispute ${ref} changes faster than it can be followed`);
}

async function write(
  deps: TicketingDeps,
  provider: string,
  dispute: ProviderDispute,
  version: number,
): Promise<string> {
  const { db } = deps;
  if (dispute.paymentRef) await settleNews(deps, provider, dispute.paymentRef);
  const [payment] = await db.query<{ id: string; of_pass: boolean }>(
    'SELECT id, pass_payment_id IS NOT NULL AS of_pass FROM payment WHERE provider = $1 AND capture_ref = $2 LIMIT 1',
    [provider, dispute.captureRef],
  );
  if (!payment) return 'unknown';
  const said = [
    dispute.ref,
    version,
    dispute.status,
    dispute.amountMinor,
    dispute.currency,
    dispute.costsMinor,
    dispute.reason,
    dispute.evidenceDueAt === undefined ? null : new Date(dispute.evidenceDueAt),
    refundClaimSeconds,
  ];
  const row = await db.tx((tx) =>
    payment.of_pass
      ? tx.one<{ verdict: string }>(
          'SELECT settle_pass_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS verdict',
          [provider, dispute.captureRef, ...said],
        )
      : tx.one<{ verdict: string }>('SELECT settle_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS verdict', [
          payment.id,
          ...said,
        ]),
  );
  return row?.verdict ?? 'unknown';
}

/** Looks for disputes of a capture that no webhook has reported yet. */
export async function findDisputes(deps: TicketingDeps, provider: string, captureRef: string): Promise<void> {
  const found = await askProvider(deps.log, 'disputes', () => paymentPort(deps, provider).disputesOf(captureRef));
  for (const { ref } of found) await followDispute(deps, provider, ref);
}

const partOf = (ref: string): string => ref.split('#', 1)[0] ?? ref;

/** Fetches the status of open disputes again, in case a webhook was lost. */
export async function followOpenDisputes(deps: TicketingDeps): Promise<void> {
  const due = await deps.db.query<{ provider: string; provider_ref: string }>(
    `UPDATE dispute SET looked_at = app_now() WHERE id IN (
       SELECT id FROM dispute WHERE status = 'open' AND looked_at <= app_now() - $1 * interval '1 ms'
       ORDER BY looked_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING provider, provider_ref`,
    [disputeLookMs, perRunMax],
  );
  // The parts of a dispute of a pass are followed by the provider's name of the whole.
  const refs = new Map(due.map((row) => [`${row.provider} ${partOf(row.provider_ref)}`, row.provider]));
  for (const [key, provider] of refs) {
    const ref = key.slice(provider.length + 1);
    await isolateErrors(deps.log, { dispute: ref }, () => followDispute(deps, provider, ref));
  }
}
