import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * A 256-bit key for one purpose, derived from the installation's secret: a token of one purpose is nothing elsewhere.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'frontrow', purpose, 32));
}

/** How our RTMP listener proves to the app that it is ours: a header of its calls. */
export const ingestListenerSecret = (secret: string): string =>
  Buffer.from(deriveKey(secret, 'ingest-listener')).toString('base64url');

/** What is stored of a secret that is handed out. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares what a caller presents with a secret; takes the same time wherever the two differ. */
export const isSameSecret = (presented: string, secret: string): boolean =>
  timingSafeEqual(hashOf(presented), hashOf(secret));
