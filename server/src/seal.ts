import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ids } from './ids.ts';
import { deriveKey } from './keys.ts';

const nonceBytes = 12;
const tagBytes = 16;

export interface Seal {
  seal(owner: string, secret: Uint8Array): Buffer;
  open(owner: string, sealed: Buffer): Buffer;
}

/**
 * Encrypts secrets that must be read again, with AES-256-GCM and a key for this one purpose. A secret of one owner
 * cannot be decrypted for another.
 */
export function createSeal(installationSecret: string, purpose: string, ids: Ids): Seal {
  const key = deriveKey(installationSecret, purpose);
  return {
    seal(owner, secret) {
      const nonce = Buffer.from(ids.secret(), 'base64url').subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(owner, sealed) {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
