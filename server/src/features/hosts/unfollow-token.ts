import type { Config } from '../../process/config.ts';
import { createSigner } from '../../signer.ts';

const purpose = 'unfollow link';
const macBytes = 16;

/** Whom a mail about a new event was sent to, and whose event it was. */
export interface Followship {
  readonly hostId: number;
  readonly followerId: number;
}

/** A link of a mail that ends following and can do nothing else; good for ever, so it is kept nowhere. */
export function unfollowToken(config: Config, { hostId, followerId }: Followship): string {
  const text = `${hostId}.${followerId}`;
  return Buffer.concat([createSigner(config, purpose, macBytes).sign(text), Buffer.from(text)]).toString('base64url');
}

/** Undefined for a token that we did not make. */
export function readUnfollowToken(config: Config, token: string): Followship | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(macBytes).toString();
  const [, hostId, followerId] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (hostId === undefined || followerId === undefined) return undefined;
  if (!createSigner(config, purpose, macBytes).isOurs(text, bytes.subarray(0, macBytes))) return undefined;
  return { hostId: Number(hostId), followerId: Number(followerId) };
}
