import { isNameOf } from '@frontrow/core/payouts/holder-name.ts';
import { holderNameCharsMax, payoutMethodsMax } from '@frontrow/core/payouts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import type { HolderAddress, OpenedAccount, PayoutKind } from '../../../ports/payouts.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import { sealedAccounts } from '../sealed-accounts.ts';
import { recordMethodChange } from './record-method-change.ts';

export interface MethodWish {
  readonly hostId: number;
  readonly kind: PayoutKind;
  readonly account: string;
  readonly holderName: string;
  readonly nameConfirmed: boolean;
  readonly bic?: string | undefined;
  readonly address?: HolderAddress | undefined;
}

/**
 * Adds an account that the host is paid to, and makes it the default. An account that is there already stays one
 * method. A holder who is not the host is asked about first; that the host confirmed it is in the audit log.
 */
export async function addMethod(kit: PayoutsKit, wish: MethodWish): Promise<string> {
  const { accounts, db, payoutBanks } = kit;
  const bank = payoutBanks[wish.kind];
  if (!bank) throw refuse('payout_kind_unavailable', {}, { field: 'kind' });
  const holderName = wish.holderName.trim().replaceAll(/\s+/g, ' ');
  if (holderName === '' || [...holderName].length > holderNameCharsMax)
    throw refuse('bad_input', { detail: 'Please give the name of the account’s holder.' }, { field: 'holder_name' });
  const fault = bank.holderFault?.(holderName);
  if (fault !== undefined) throw refuse('payout_account_invalid', { detail: fault }, { field: 'holder_name' });
  const differsFrom = await otherName(db, wish.hostId, holderName);
  if (differsFrom !== undefined && !wish.nameConfirmed)
    throw refuse('payout_name_differs', { holder: holderName, name: differsFrom }, { field: 'holder_name' });
  const { count } = (await db.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM payout_method WHERE host_id = $1',
    [wish.hostId],
  ))!;
  if (count >= payoutMethodsMax) throw refuse('payout_methods_over_maximum', { maximum: payoutMethodsMax });
  const email = await accounts.addressOf(wish.hostId);
  const { hostId, account, bic, address } = wish;
  const opened = await bank.openAccount({ hostId, account, holderName, email, bic, address });
  return db.tx(async (tx) => {
    const id = await writeMethod(kit, tx, { ...wish, holderName }, opened);
    if (differsFrom !== undefined)
      await accounts.recordAudit(tx, {
        actorId: wish.hostId,
        action: 'payout_name_confirmed',
        subjectId: wish.hostId,
        details: { holder: holderName, account: opened.shown },
      });
    return id;
  });
}

/** The host's own name, where the holder has another one. */
async function otherName(db: PayoutsKit['db'], hostId: number, holderName: string): Promise<string | undefined> {
  const host = await db.one<{ name: string; surname: string; shown_name: string; username: string }>(
    'SELECT name, surname, shown_name, username FROM app_user WHERE id = $1',
    [hostId],
  );
  const own = [`${host?.name} ${host?.surname}`, host?.shown_name ?? ''];
  return isNameOf(holderName, own) ? undefined : own[0]!.trim() || host?.username;
}

async function writeMethod(
  kit: PayoutsKit,
  tx: Tx,
  { hostId, kind, holderName }: MethodWish,
  { account, shown, state, requirements, currencies, key = account }: OpenedAccount,
): Promise<string> {
  const sealed = sealedAccounts(kit);
  const hash = sealed.hash(kind, key);
  // Two that add at once would both make their own the default.
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const before = await tx.one<{ id: string }>(
    'UPDATE payout_method SET is_default = false WHERE host_id = $1 AND is_default RETURNING id',
    [hostId],
  );
  // An account is sealed for its own method, so the id has to be known first.
  const known = await tx.one<{ id: string }>(
    'SELECT id FROM payout_method WHERE host_id = $1 AND kind = $2 AND account_hash = $3',
    [hostId, kind, hash],
  );
  const id = known?.id ?? kit.ids.uuid();
  await tx.query(
    `INSERT INTO payout_method
       (id, host_id, kind, account_sealed, account_hash, account_shown, holder_name, state, requirements, currencies,
        is_default)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
     ON CONFLICT (id) DO UPDATE SET account_sealed = excluded.account_sealed, holder_name = excluded.holder_name,
       state = excluded.state, requirements = excluded.requirements, currencies = excluded.currencies,
       is_default = true`,
    [id, hostId, kind, sealed.seal(id, account), hash, shown, holderName, state, [...requirements], currencies ?? null],
  );
  if (id !== before?.id) await recordMethodChange(tx, kit.ids, { hostId, methodId: id, isNew: known === undefined });
  return id;
}
