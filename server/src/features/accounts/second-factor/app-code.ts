import { codeOfMac } from '@frontrow/core/accounts/one-time-code.ts';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Ids } from '../../../ids.ts';
import { deriveKey } from '../../../keys.ts';

/** Bytes of a shared secret: RFC 4226 recommends 160 bits. */
const secretBytes = 20;
const nonceBytes = 12;
const tagBytes = 16;

/** The code of a time step (RFC 6238). */
export function appCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return codeOfMac(createHmac('sha1', secret).update(counter).digest());
}

export const newSecret = (ids: Ids): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ids.secret(), '', 'authenticator secret', secretBytes));

/** Encrypts secrets for the database with AES-256-GCM. A secret of one account cannot be decrypted for another. */
export function createSeal(installationSecret: string, ids: Ids): Seal {
  const key = deriveKey(installationSecret, 'second-factor');
  return {
    seal(accountId, secret) {
      const nonce = Buffer.from(ids.secret(), 'base64url').subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(accountId)));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(accountId, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(String(accountId))).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
    hash: (accountId, code) => createHmac('sha256', key).update(`${accountId}:${code}`).digest(),
  };
}

export interface Seal {
  seal(accountId: number, secret: Uint8Array): Buffer;
  open(accountId: number, sealed: Buffer): Uint8Array;
  /** A keyed hash, because recovery codes are short enough to be guessed from a plain one. */
  hash(accountId: number, code: string): Buffer;
}
