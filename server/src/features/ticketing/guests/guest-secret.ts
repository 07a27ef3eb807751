import { guestTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { days, seconds } from '@frontrow/core/kernel/instant.ts';
import { deriveKey, hashOf } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';

/** What a browser proves with that a guest's order is its own. */
export interface GuestProof {
  /** Kept on the order: the hash of the secret. */
  readonly key: string;
  /** Answer headers that hand the secret out, to a browser and to a script without cookies. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface GuestSecrets {
  /** The key behind the secret of this request; undefined when none came, or one we never handed out. */
  known(header: (name: string) => string | undefined): string | undefined;
  /** The browser's secret, made when it has none. With a seed the same one again: a repeated request whose answer was lost. */
  proofOf(header: (name: string) => string | undefined, seed: string | undefined): GuestProof;
}

const cookieName = 'frontrow_guest';
const keptSeconds = days(1) / seconds(1);

/**
 * A guest has no session: what stands for one is a random secret of the browser that made the first guest call. It comes back
 * signed, in a cookie no script reads and no other site sends, or in a header (docs/decisions/0012).
 */
export function createGuestSecrets({ config, ids }: Pick<Kit, 'config' | 'ids'>): GuestSecrets {
  const key = deriveKey(config.secret, 'guest-browser');
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');

  const secretIn = (token: string): string | undefined => {
    const [secret = '', signature = ''] = token.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(`token:${secret}`))];
    return given.length === right.length && timingSafeEqual(given, right) ? secret : undefined;
  };
  const presented: GuestSecrets['known'] = (header) => {
    const token = header(guestTokenHeader) ?? cookieIn(header('cookie'));
    return token === undefined ? undefined : secretIn(token);
  };
  const keyOf = (secret: string): string => hashOf(secret).toString('hex');

  return {
    known(header) {
      const secret = presented(header);
      return secret === undefined ? undefined : keyOf(secret);
    },
    proofOf(header, seed) {
      const secret = presented(header) ?? (seed === undefined ? ids.secret() : sign(`seed:${seed}`));
      const token = `${secret}.${sign(`token:${secret}`)}`;
      const cookie = `${cookieName}=${token}; Path=/api; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax`;
      return {
        key: keyOf(secret),
        headers: { [guestTokenHeader]: token, 'set-cookie': config.production ? `${cookie}; Secure` : cookie },
      };
    },
  };
}

function cookieIn(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookieName) return value;
  }
  return undefined;
}
