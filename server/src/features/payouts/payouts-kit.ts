import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';

/** What asking a bank needs. */
export type BankKit = Pick<Kit, 'config' | 'db' | 'ids' | 'log' | 'payoutBanks'>;

/** What the use cases of payouts are given. */
export interface PayoutsKit extends BankKit, Pick<Kit, 'clock' | 'idempotency' | 'mail' | 'sepaFiles'> {
  readonly accounts: Pick<Accounts, 'addressOf' | 'needPassword' | 'recordAudit'>;
}
