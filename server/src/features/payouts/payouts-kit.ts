import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';

/** What the use cases of payouts are given. */
export interface PayoutsKit extends Pick<
  Kit,
  'clock' | 'config' | 'db' | 'idempotency' | 'ids' | 'log' | 'mail' | 'payoutBanks' | 'sepaFiles'
> {
  readonly accounts: Pick<Accounts, 'addressOf' | 'recordAudit'>;
}
