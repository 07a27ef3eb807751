import { refuse } from '@frontrow/core/refuse.ts';
import type { AccountStanding, PayoutKind } from '../../../ports/payouts.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import { sealedAccounts } from '../sealed-accounts.ts';

type Uses = Pick<PayoutsKit, 'config' | 'db' | 'ids' | 'payoutBanks'>;

interface Method {
  id: string;
  kind: PayoutKind;
  account_sealed: Buffer;
}

async function methodOf({ db }: Uses, hostId: number, methodId: string): Promise<Method> {
  const method = await db.one<Method>(
    'SELECT id, kind, account_sealed FROM payout_method WHERE id = $1 AND host_id = $2',
    [methodId, hostId],
  );
  if (!method) throw refuse('payout_method_not_found');
  return method;
}

/** Asks the provider how the account stands, and writes it down. */
export async function checkMethod(kit: Uses, hostId: number, methodId: string): Promise<AccountStanding> {
  return writeStanding(kit, await methodOf(kit, hostId, methodId));
}

/** The same for everybody who has this account, because a webhook said that something changed. */
export async function checkAccount(kit: Uses, kind: PayoutKind, account: string): Promise<void> {
  const methods = await kit.db.query<Method>(
    'SELECT id, kind, account_sealed FROM payout_method WHERE kind = $1 AND account_hash = $2',
    [kind, sealedAccounts(kit).hash(kind, account)],
  );
  for (const method of methods) await writeStanding(kit, method);
}

async function writeStanding(kit: Uses, { id, kind, account_sealed }: Method): Promise<AccountStanding> {
  const bank = kit.payoutBanks[kind];
  if (!bank) return { state: 'refused', requirements: ['This way to be paid is not offered here any more.'] };
  const standing = await bank.standing(sealedAccounts(kit).open(id, account_sealed));
  await kit.db.query('UPDATE payout_method SET state = $2, requirements = $3, currencies = $4 WHERE id = $1', [
    id,
    standing.state,
    [...standing.requirements],
    standing.currencies ?? null,
  ]);
  return standing;
}

/** The provider's page where the host tells what it asks for; a link is good for some minutes, so it is made anew. */
export async function linkOfMethod(kit: Uses, hostId: number, methodId: string): Promise<string | undefined> {
  const { id, kind, account_sealed } = await methodOf(kit, hostId, methodId);
  const back = `${kit.config.publicUrl}/my_influencer_payout_methods?checked=${id}`;
  return kit.payoutBanks[kind]?.link(sealedAccounts(kit).open(id, account_sealed), back);
}
