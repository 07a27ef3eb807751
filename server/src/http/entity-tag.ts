import { createHash } from 'node:crypto';

/** A digest of some content, long enough that two contents never share one, and the same in every process. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** The `ETag` of an answer whose bytes are this content, or are made from it alone. */
export const strongTag = (content: string | Uint8Array): string => `"${digestOf(content)}"`;

/** The `ETag` of an answer that means the same in each of its encodings, and has other bytes in each. */
export const weakTag = (content: string | Uint8Array): string => `W/"${digestOf(content)}"`;

/** Whether the sender of this `If-None-Match` has the answer. A proxy that compresses makes its tag weak. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const strong = (one: string): string => one.trim().replace(/^W\//, '');
  return header !== undefined && header.split(',').some((one) => strong(one) === strong(tag) || one.trim() === '*');
}
