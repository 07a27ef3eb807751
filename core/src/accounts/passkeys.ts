import { refuse } from '../refuse.ts';
import { passkeyNameCharsMax } from './limits.ts';
import { cleanName } from './profile.ts';

/** The name of a passkey as it is kept. Refuses `field_required`. */
export function readPasskeyName(typed: string, field: string): string {
  const name = cleanName(typed, passkeyNameCharsMax);
  if (name === '') throw refuse('field_required', { label: 'Name' }, { field });
  return name;
}

/**
 * Whether browsers make passkeys for this host (as a URL has it): passkeys belong to a domain name, never to an IP
 * address.
 */
export const hasPasskeys = (hostname: string): boolean =>
  !hostname.startsWith('[') && !/^\d+(\.\d+){3}$/.test(hostname);

/**
 * Whether a copy of the authenticator exists. It counts its signatures, so of two copies one falls behind. Passkeys
 * that are synced between devices do not count and always say 0.
 */
export const isCopied = (lastCount: number, count: number): boolean =>
  (lastCount > 0 || count > 0) && count <= lastCount;

/** How else an account can be logged in to. */
interface OtherWays {
  readonly hasPassword: boolean;
  readonly hasIdentity: boolean;
  readonly otherPasskeys: number;
}

/** Refuses `passkey_last` for a passkey without which its owner could not log in. */
export function checkRemovable({ hasPassword, hasIdentity, otherPasskeys }: OtherWays): void {
  if (!hasPassword && !hasIdentity && otherPasskeys === 0) throw refuse('passkey_last');
}
