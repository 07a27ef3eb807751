import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { payoutMethodMail } from '../../../mail/payout-method-mail.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

/** Tells the host which account the money goes to now. One that was removed again gets none. */
export async function mailMethodChange(
  { accounts, config, db, mail }: PayoutsKit,
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
