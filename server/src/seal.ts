import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ids } from './ids.ts';
import { deriveKey } from './keys.ts';
import type { Config } from './process/config.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** What is stored encrypted, by the place it belongs to: a key of one purpose opens nothing of another. */
export type SealPurpose =
  | 'calendar-feed'
  | 'payout-account'
  | 'restream-key'
  | 'second-factor'
  | 'segment-key'
  | 'sepa-line'
  | 'stream-key'
  | 'wallet-proof'
  | 'webhook-secret';

/** The settings that say which secrets encrypt. */
export type SealingConfig = Pick<Config, 'secret' | 'sealing'>;

export interface Seal {
  seal(owner: string, secret: Uint8Array): Buffer;
  /** Throws where no sealing secret of ours opens it. */
  open(owner: string, sealed: Buffer): Buffer;
  /** The same secret under the present key; undefined where it is under that key already. Throws as `open` does. */
  renewed(owner: string, sealed: Buffer): Buffer | undefined;
}

/**
 * Encrypts secrets that must be read again, with AES-256-GCM and a key for this one purpose. A secret of one owner
 * cannot be decrypted for another. What the accepted secret encrypted is read, too.
 */
export function createSeal({ secret, sealing }: SealingConfig, purpose: SealPurpose, ids: Ids): Seal {
  const key = deriveKey(sealing.secret ?? secret, purpose);
  const otherKey = sealing.accepted === undefined ? undefined : deriveKey(sealing.accepted, purpose);
  const seal = (owner: string, plain: Uint8Array): Buffer => {
    const nonce = Buffer.from(ids.secret(), 'base64url').subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const openEither = (owner: string, sealed: Buffer): { plain: Buffer; isPresent: boolean } => {
    try {
      return { plain: openBy(key, owner, sealed), isPresent: true };
    } catch (error) {
      if (otherKey === undefined) throw error;
      return { plain: openBy(otherKey, owner, sealed), isPresent: false };
    }
  };
  return {
    seal,
    open: (owner, sealed) => openEither(owner, sealed).plain,
    renewed(owner, sealed) {
      const { plain, isPresent } = openEither(owner, sealed);
      return isPresent ? undefined : seal(owner, plain);
    },
  };
}

function openBy(key: Uint8Array, owner: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
