import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { guestTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { pageOrigin } from '../../../http/addresses.ts';
import { isLoopback } from '../../../http/network-address.ts';
import { createCookie } from '../../../http/headers/cookies.ts';
import { deriveKey, hashOf } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';
import { createSigner } from '../../../signer.ts';
import type { OrderCaller } from '../records.ts';
import type { Buyer } from '../seat-terms.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

/** How a browser proves that a guest's order is its own. */
interface GuestProof {
  /** The hash of the secret, kept on the order. */
  readonly key: string;
  /** Response headers that hand the secret to the browser, or to a script without cookies. */
  readonly headers: Readonly<Record<string, string>>;
}

interface GuestSecrets {
  /** The key of the secret in this request; undefined if there is none, or one that this server did not sign. */
  known(header: (name: string) => string | undefined): string | undefined;
  /**
   * The browser's secret, created if it has none. The same seed creates the same secret, for a repeated request whose
   * response was lost.
   */
  proofOf(header: (name: string) => string | undefined, seed: string | undefined): GuestProof;
}

const cookieName = 'frontrow_guest';
const keptMs = days(1);

/**
 * A guest has no session. Instead the browser gets a random secret with its first guest call and sends it back signed:
 * in a cookie that scripts cannot read and other sites cannot send, or in a header (docs/decisions/0012).
 */
export function createGuestSecrets({ config, ids }: Pick<Kit, 'config' | 'ids'>): GuestSecrets {
  const signer = createSigner(config, 'guest-browser');
  // A guest who is paying while a new release starts still has the cookie under its former name.
  const cookie = createCookie(config, { name: cookieName, keptMs, sameSite: 'Lax', formerName: cookieName });
  // A repeated request must find its order even if a different secret signs it now.
  const seedKey = deriveKey(config.secret, 'guest-browser');
  const secretOf = (seed: string): string => createHmac('sha256', seedKey).update(`seed:${seed}`).digest('base64url');

  const secretIn = (token: string): string | undefined => {
    const [secret = '', signature = ''] = token.split('.');
    return signer.isOurs(`token:${secret}`, signature) ? secret : undefined;
  };
  const presented: GuestSecrets['known'] = (header) => {
    const token = header(guestTokenHeader) ?? cookie.read(header('cookie'));
    return token === undefined ? undefined : secretIn(token);
  };
  const keyOf = (secret: string): string => hashOf(secret).toString('hex');

  return {
    known(header) {
      const secret = presented(header);
      return secret === undefined ? undefined : keyOf(secret);
    },
    proofOf(header, seed) {
      const secret = presented(header) ?? (seed === undefined ? ids.secret() : secretOf(seed));
      const token = `${secret}.${signer.signature(`token:${secret}`)}`;
      return {
        key: keyOf(secret),
        headers: { [guestTokenHeader]: token, 'set-cookie': cookie.set(token) },
      };
    },
  };
}

/** What a request says about its sender. */
export interface RequestInfo {
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  readonly answerHeader: (name: string, value: string) => void;
}

export interface Buyers {
  /** The caller with a session, guests included. */
  account(actor: Account, asked: RequestInfo): Promise<Buyer>;
  /** The caller who only typed an email address, with the key of their browser. */
  guest(email: string, guestKey: string, asked: RequestInfo): Promise<Buyer>;
  /**
   * The key of this browser; its secret is sent with whatever the response will be. With a seed the secret is the same
   * again, so that a repeated request whose response was lost counts as the same browser.
   */
  guestKey(asked: RequestInfo, seed?: string): string;
  /** The caller who asks about an order. */
  asker(call: { readonly actor: Actor } & Pick<RequestInfo, 'header'>): OrderCaller;
}

export function createBuyers(deps: TicketingDeps): Buyers {
  const { config, db, accounts } = deps;
  const secrets = createGuestSecrets(deps);
  const networkOf = ({ address, header }: RequestInfo): Pick<Buyer, 'address' | 'origin'> => ({
    address: !config.production && isLoopback(address) ? undefined : address,
    origin: pageOrigin(config, header('host')),
  });
  return {
    async account(actor, asked) {
      const guestEmail = actor.guestOf === undefined ? undefined : await accounts.addressOf(actor.id);
      return { accountId: actor.id, guestEmail, guestKey: undefined, ...networkOf(asked) };
    },
    async guest(email, guestKey, asked) {
      if (email.trim() === '') throw refuse('email_required', {}, { field: 'email' });
      const guestEmail = readEmail(email, domainToASCII);
      await accounts.refuseSuspendedEmail(guestEmail);
      const { id } = await accounts.guestFor(db, guestEmail);
      return { accountId: id, guestEmail, guestKey, ...networkOf(asked) };
    },
    guestKey({ header, answerHeader }, seed) {
      const { key, headers } = secrets.proofOf(header, seed);
      for (const [name, value] of Object.entries(headers)) answerHeader(name, value);
      return key;
    },
    asker: ({ actor, header }) => ({ actor, guestKey: secrets.known(header) }),
  };
}
