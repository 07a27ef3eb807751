import { codeOfMac } from '@frontrow/core/accounts/one-time-code.ts';
import { createHmac, hkdfSync } from 'node:crypto';
import type { Ids } from '../../../ids.ts';
import { deriveKey } from '../../../keys.ts';
import { createSeal, type SealingConfig } from '../../../seal.ts';

/** Bytes of a shared secret: RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** The code of a time step (RFC 6238). */
export function appCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return codeOfMac(createHmac('sha1', secret).update(counter).digest());
}

export const newSecret = (ids: Ids): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ids.secret(), '', 'authenticator secret', secretBytes));

/** Encrypts the secrets of accounts. A secret of one account cannot be decrypted for another. */
export function createAccountSeal(config: SealingConfig, ids: Ids): AccountSeal {
  const key = deriveKey(config.secret, 'second-factor');
  const { seal, open } = createSeal(config, 'second-factor', ids);
  return {
    seal: (accountId, secret) => seal(String(accountId), secret),
    open: (accountId, sealed) => open(String(accountId), sealed),
    hash: (accountId, code) => createHmac('sha256', key).update(`${accountId}:${code}`).digest(),
  };
}

export interface AccountSeal {
  seal(accountId: number, secret: Uint8Array): Buffer;
  open(accountId: number, sealed: Buffer): Uint8Array;
  /** A keyed hash, because recovery codes are short enough to be guessed from a plain one. */
  hash(accountId: number, code: string): Buffer;
}
