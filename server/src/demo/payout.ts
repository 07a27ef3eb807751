import { EUR } from '@frontrow/core/kernel/money.ts';
import { payoutMinimum } from '@frontrow/core/payouts/limits.ts';
import { processDuePayouts, openPayout, payableOf, sealedAccounts } from '../features/payouts/index.ts';
import type { Kit } from '../kit.ts';

const shareDivisor = 3;

/**
 * The demo's host has an account at the sandbox bank, and a third of the released money was paid out to it. Safe to run
 * at every start: an account that was removed stays removed. Only the sandbox bank has invented accounts.
 */
export async function seedDemoPayout(kit: Kit): Promise<void> {
  const { config, db, ids, payoutBanks } = kit;
  if (config.production || !payoutBanks.sandbox) return;
  const methodId = ids.uuid();
  const sealed = sealedAccounts(kit);
  const method = await db.one<{ host_id: number }>(
    `INSERT INTO payout_method
       (id, host_id, kind, account_sealed, account_hash, account_shown, holder_name, state, is_default)
     SELECT $1, id, 'sandbox', $2, $3, 'pays', name || ' ' || surname, 'ready', true FROM app_user u
     WHERE username = 'host' AND NOT EXISTS (SELECT 1 FROM payout_method m WHERE m.host_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.host_id = u.id)
     ON CONFLICT DO NOTHING RETURNING host_id`,
    [methodId, sealed.seal(methodId, 'pays'), sealed.hash('sandbox', 'pays')],
  );
  if (!method) return;
  const hostId = method.host_id;
  const there = (await payableOf(db, hostId)).find(({ currency }) => currency === EUR.code)?.minor ?? 0;
  const unit = payoutMinimum(EUR);
  const amount = Math.floor(there / shareDivisor / unit) * unit;
  if (amount < unit) return;
  const payoutId = ids.uuid();
  await db.tx(async (tx) => {
    const input = { payoutId, hostId, currency: EUR, amount, methodId, automatic: false };
    await openPayout(kit, tx, input);
    // The bank has it already, so that the payout is paid when it is looked at.
    await tx.query(
      `INSERT INTO sandbox_bank_transfer (ref, payout_id, account, amount_minor, currency, status, settles_at, returns_at)
       VALUES ('tr_sb_demo', $1, 'pays', $2, $3, 'accepted', app_now(), app_now())`,
      [payoutId, amount, EUR.code],
    );
  });
  await processDuePayouts(kit, payoutId);
}
