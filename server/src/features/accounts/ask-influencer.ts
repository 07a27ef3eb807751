import { influencerRequestMachine } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { type AccountRow, findAccount } from './store.ts';

/** Asks to become an influencer. The address must be proven, because the decision is mailed. */
export async function askInfluencer({ db }: Pick<Kit, 'db'>, accountId: number): Promise<AccountRow> {
  return db.tx(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw refuse('user_not_found');
    if (!account.emailVerified) throw refuse('email_unverified');
    const to = account.role === 1 ? undefined : influencerRequestMachine.next(account.influencerRequest, 'ask');
    const moved =
      to &&
      (await tx.one(
        'UPDATE app_user SET influencer_request = $2 WHERE id = $1 AND influencer_request = $3 RETURNING id',
        [accountId, to, account.influencerRequest],
      ));
    if (!to || !moved)
      throw refuse(
        account.role === 1 || account.influencerRequest === 'authorized' ? 'request_not_needed' : 'request_pending',
      );
    await tx.query('INSERT INTO influencer_request (user_id) VALUES ($1)', [accountId]);
    return { ...account, influencerRequest: to };
  });
}
