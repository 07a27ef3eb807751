import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../facts/fact-handler.ts';
import { payoutMail, payoutMethodMail } from '../../mail/payout-mails.ts';
import type { PayoutsDeps } from './payouts-deps.ts';

interface Row {
  amount_minor: Minor;
  currency: string;
  account_shown: string;
  reason: string | null;
}

/** Tells the host that a payout arrived, could not be made, or came back; once for each. */
export async function mailPayout(
  { accounts, config, db, mail }: PayoutsDeps,
  { dedupeKey, payload }: RecordedFact<'PayoutEnded'>,
): Promise<void> {
  const row = await db.one<Row>('SELECT amount_minor, currency, account_shown, reason FROM payout WHERE id = $1', [
    payload.payoutId,
  ]);
  const to = row && (await accounts.addressOf(payload.hostId));
  if (!to) return;
  await mail.send(
    payoutMail({
      dedupeKey,
      to,
      state: payload.state,
      amountMinor: row.amount_minor,
      currency: currencyOf(row.currency),
      account: row.account_shown,
      reason: row.reason ?? undefined,
      methodsUrl: `${config.publicUrl}/my_influencer_payout_methods`,
    }),
  );
}

/** Tells the host which account the money goes to now. One that was removed again gets none. */
export async function mailMethodChange(
  { accounts, config, db, mail }: PayoutsDeps,
  { dedupeKey, payload }: RecordedFact<'PayoutMethodChanged'>,
): Promise<void> {
  const method = await db.one<{ account_shown: string; holder_name: string }>(
    'SELECT account_shown, holder_name FROM payout_method WHERE id = $1',
    [payload.methodId],
  );
  const to = method && (await accounts.addressOf(payload.hostId));
  if (!to) return;
  await mail.send(
    payoutMethodMail({
      dedupeKey,
      to,
      account: method.account_shown,
      holderName: method.holder_name,
      isNew: payload.isNew,
      publicUrl: config.publicUrl,
    }),
  );
}
