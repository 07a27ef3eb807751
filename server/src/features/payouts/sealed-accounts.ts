import { createHmac } from 'node:crypto';
import { deriveKey } from '../../keys.ts';
import { createSeal } from '../../seal.ts';
import type { PayoutsKit } from './payouts-kit.ts';

export interface SealedAccounts {
  /** `methodId`: an account sealed for one method cannot be opened for another. */
  seal(methodId: string, account: string): Buffer;
  open(methodId: string, sealed: Buffer): string;
  /** A keyed hash, because account numbers are few enough to be guessed from a plain one. */
  hash(kind: string, account: string): Buffer;
}

/** Encrypts the accounts of hosts, which have to be read again for each payout. */
export function sealedAccounts({ config, ids }: Pick<PayoutsKit, 'config' | 'ids'>): SealedAccounts {
  const { seal, open } = createSeal(config, 'payout-account', ids);
  const hashKey = deriveKey(config.secret, 'payout-account-hash');
  return {
    seal: (methodId, account) => seal(methodId, Buffer.from(account)),
    open: (methodId, sealed) => open(methodId, sealed).toString(),
    hash: (kind, account) => createHmac('sha256', hashKey).update(`${kind}:${account}`).digest(),
  };
}
