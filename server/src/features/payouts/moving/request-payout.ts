import { typedAmount } from '@frontrow/core/catalog/typed-amount.ts';
import { checkMethod } from '../methods/check-method.ts';
import { knownCurrency } from '../known-currency.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import type { PayoutRow } from '../views.ts';
import { openPayout } from './open-payout.ts';

export interface AskedPayout {
  readonly currency_code: string;
  readonly amount?: number | undefined;
  readonly method_uuid?: string | undefined;
}

/** A host asks for the money, once per `Idempotency-Key`. */
export async function requestPayout(
  kit: PayoutsKit,
  hostId: number,
  asked: AskedPayout,
  resultId: string | undefined,
): Promise<PayoutRow> {
  const currency = knownCurrency(asked.currency_code);
  const amount = asked.amount === undefined ? undefined : typedAmount(asked.amount, currency, 'amount');
  await recheckUnready(kit, hostId, asked.method_uuid, currency.code);
  const payoutId = resultId ?? kit.ids.uuid();
  return kit.db.tx((tx) =>
    openPayout(kit, tx, { payoutId, hostId, currency, amount, methodId: asked.method_uuid, automatic: false }),
  );
}

/** A method that was not ready for this currency when we last heard of it may be by now. */
async function recheckUnready(
  kit: PayoutsKit,
  hostId: number,
  methodId: string | undefined,
  currency: string,
): Promise<void> {
  const method = await kit.db.one<{ id: string }>(
    `SELECT id FROM payout_method
     WHERE host_id = $1 AND (id = $2 OR ($2::uuid IS NULL AND is_default))
       AND (state <> 'ready' OR NOT $3 = ANY (currencies))`,
    [hostId, methodId ?? null, currency],
  );
  if (method) await checkMethod(kit, hostId, method.id);
}
