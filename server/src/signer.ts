import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './keys.ts';
import type { Config } from './process/config.ts';

/** What we signed once and know again: links of mails, cookies, addresses. */
export interface Signer {
  sign(text: string): Buffer;
  /** The same in letters of an address. */
  signature(text: string): string;
  /** Whether one of our signing secrets made this signature; letters count exactly. */
  isOurs(text: string, signature: Uint8Array | string): boolean;
}

/** Secrets of what people carry: the first signs, all are accepted. */
export const signingSecrets = ({ secret, signing }: Pick<Config, 'secret' | 'signing'>): readonly string[] => [
  signing.secret ?? secret,
  ...(signing.accepted === undefined ? [] : [signing.accepted]),
];

/** HMAC-SHA-256 for one purpose, cut to so many bytes. */
export function createSigner(config: Pick<Config, 'secret' | 'signing'>, purpose: string, bytes = 32): Signer {
  const keys = signingSecrets(config).map((secret) => deriveKey(secret, purpose));
  const by = (key: Uint8Array, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes);
  return {
    sign: (text) => by(keys[0]!, text),
    signature: (text) => by(keys[0]!, text).toString('base64url'),
    isOurs: (text, signature) => {
      const given = typeof signature === 'string' ? Buffer.from(signature, 'base64url') : Buffer.from(signature);
      if (typeof signature === 'string' && given.toString('base64url') !== signature) return false;
      return given.length === bytes && keys.some((key) => timingSafeEqual(by(key, text), given));
    },
  };
}

/** A text in a link together with its signature: what the link may do is in it, so nothing of it is stored. */
export interface SignedTexts {
  write(text: string): string;
  /** Undefined for a token that we did not make. */
  read(token: string): string | undefined;
}

const tokenMacBytes = 16;

export function createSignedTexts(config: Pick<Config, 'secret' | 'signing'>, purpose: string): SignedTexts {
  const signer = createSigner(config, purpose, tokenMacBytes);
  return {
    write: (text) => Buffer.concat([signer.sign(text), Buffer.from(text)]).toString('base64url'),
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const text = bytes.subarray(tokenMacBytes).toString();
      return signer.isOurs(text, bytes.subarray(0, tokenMacBytes)) ? text : undefined;
    },
  };
}
