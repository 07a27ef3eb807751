import { createHmac } from 'node:crypto';
import { walletName } from '@frontrow/core/token-gate/holder-rules.ts';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { createSeal } from '../../seal.ts';

export interface WalletSecrets {
  /** Names a wallet for one event and no other. Keyed, because addresses of wallets are public. */
  hash(eventId: string, gate: string, subject: string): Buffer;
  /** `walletHash`: the proof of one wallet cannot be opened for another. */
  seal(walletHash: Buffer, proof: string): Buffer;
  open(walletHash: Buffer, sealed: Buffer): string;
}

/** Keeps wallets so that nobody who reads the database learns them. */
export function walletSecrets({ config, ids }: Pick<Kit, 'config' | 'ids'>): WalletSecrets {
  const { seal, open } = createSeal(config, 'wallet-proof', ids);
  const hashKey = deriveKey(config.secret, 'wallet-hash');
  return {
    hash: (eventId, gate, subject) =>
      createHmac('sha256', hashKey)
        .update(`${eventId} ${walletName(gate, subject)}`)
        .digest(),
    seal: (walletHash, proof) => seal(walletHash.toString('hex'), Buffer.from(proof)),
    open: (walletHash, sealed) => open(walletHash.toString('hex'), sealed).toString(),
  };
}
