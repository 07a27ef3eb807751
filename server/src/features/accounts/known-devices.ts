import { deviceAccountsMax, deviceKnownMs } from '@frontrow/core/accounts/limits.ts';
import { createCookie } from '../../http/headers/cookies.ts';
import { networkOf } from '../../http/addresses/network-address.ts';
import type { Kit } from '../../kit.ts';
import { createSigner } from '../../signer.ts';

/** Where somebody logs in from. */
export interface LogInOrigin {
  /** The caller's network, as limits count it. */
  readonly network: string;
  readonly userAgent: string | undefined;
  /** The browser, where it logged in to some account before. */
  readonly device: KnownDevice | undefined;
}

/** A browser that logged in before. */
export interface KnownDevice {
  readonly id: string;
  /** Whether it logged in to this account. */
  knows(accountId: number): boolean;
  readonly tags: readonly string[];
}

export interface KnownDevices {
  originOf(call: { readonly address: string; readonly header: (name: string) => string | undefined }): LogInOrigin;
  /** The `set-cookie` header for a browser that has just logged in to this account. */
  remember(origin: LogInOrigin, accountId: number): string;
}

const tagBytes = 9;
const secretSaltLength = 43;

/**
 * Which browsers logged in to which accounts before, kept by the browser in a signed cookie. A known device opens
 * nothing: its wrong passwords and codes are only counted apart from those of strangers (docs/decisions/0093). The
 * accounts in it are keyed hashes, so that the cookie tells nobody whose they are.
 */
export function createKnownDevices({ clock, config, ids }: Pick<Kit, 'clock' | 'config' | 'ids'>): KnownDevices {
  const cookie = createCookie(config, { name: 'frontrow_device', keptMs: deviceKnownMs, sameSite: 'Strict' });
  const signer = createSigner(config, 'known-device');
  const tagger = createSigner(config, 'known-device-account', tagBytes);

  const read = (header: string | undefined): KnownDevice | undefined => {
    const [id = '', seenAt = '', list = '', signature = ''] = cookie.read(header)?.split('.') ?? [];
    if (!signer.isOurs(`${id}.${seenAt}.${list}`, signature)) return undefined;
    if (Number.parseInt(seenAt, 36) * 1000 + deviceKnownMs < clock.now()) return undefined;
    const tags = list.split('~');
    return { id, tags, knows: (accountId) => tags.some((tag) => tagger.isOurs(`${id}.${accountId}`, tag)) };
  };

  return {
    originOf: ({ address, header }) => ({
      network: networkOf(address),
      userAgent: header('user-agent'),
      device: read(header('cookie')),
    }),
    remember({ device }, accountId) {
      const id = device?.id ?? ids.secret().slice(0, secretSaltLength);
      const others = device?.tags.filter((tag) => !tagger.isOurs(`${id}.${accountId}`, tag)) ?? [];
      const tags = [tagger.signature(`${id}.${accountId}`), ...others].slice(0, deviceAccountsMax);
      const said = `${id}.${Math.floor(clock.now() / 1000).toString(36)}.${tags.join('~')}`;
      return cookie.set(`${said}.${signer.signature(said)}`);
    },
  };
}
