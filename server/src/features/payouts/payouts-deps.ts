import { createHmac } from 'node:crypto';
import { type Currency, currencyOf, isCurrency } from '@frontrow/core/kernel/money.ts';
import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { pageOf } from '../../db/cursors.ts';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { createSeal } from '../../seal.ts';
import type { Accounts } from '../accounts/index.ts';

/** What asking a bank needs. */
export type BankDeps = Pick<Kit, 'config' | 'db' | 'ids' | 'log' | 'payoutBanks'>;

/** What the use cases of payouts are given. */
export interface PayoutsDeps extends BankDeps, Pick<Kit, 'clock' | 'idempotency' | 'mail' | 'sepaFiles'> {
  readonly accounts: Pick<Accounts, 'addressOf' | 'requirePassword' | 'recordAudit'>;
}

/** A currency that a caller named; one that nothing is sold in is the caller's mistake. */
export function knownCurrency(code: string): Currency {
  if (!isCurrency(code))
    throw refuse('bad_input', { detail: 'Nothing is sold in this currency.' }, { field: 'currency_code' });
  return currencyOf(code);
}

/** Place of a payout in a list by time, newest first: microseconds and id. */
export interface PayoutPlace {
  readonly micros: string;
  readonly id: string;
}

const first: PayoutPlace = { micros: '99999999999999999', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function placeOf(cursor: string | undefined): PayoutPlace {
  const [micros, id] = cursor?.split('_') ?? [];
  return micros !== undefined && id !== undefined ? { micros, id } : first;
}

/** The page of rows that were read with one more than it shows, and the cursor of the next one. */
export function payoutsPage<Row extends PayoutPlace>(rows: readonly Row[]): { page: Row[]; next: string | null } {
  const { page, lastBefore } = pageOf(rows, payoutsPageSize);
  return { page, next: lastBefore ? `${lastBefore.micros}_${lastBefore.id}` : null };
}

interface SealedAccounts {
  /** `methodId`: an account sealed for one method cannot be opened for another. */
  seal(methodId: string, account: string): Buffer;
  open(methodId: string, sealed: Buffer): string;
  /** A keyed hash, because account numbers are few enough to be guessed from a plain one. */
  hash(kind: string, account: string): Buffer;
}

/** Encrypts the accounts of hosts, which have to be read again for each payout. */
export function sealedAccounts({ config, ids }: Pick<PayoutsDeps, 'config' | 'ids'>): SealedAccounts {
  const { seal, open } = createSeal(config, 'payout-account', ids);
  const hashKey = deriveKey(config.secret, 'payout-account-hash');
  return {
    seal: (methodId, account) => seal(methodId, Buffer.from(account)),
    open: (methodId, sealed) => open(methodId, sealed).toString(),
    hash: (kind, account) => createHmac('sha256', hashKey).update(`${kind}:${account}`).digest(),
  };
}
