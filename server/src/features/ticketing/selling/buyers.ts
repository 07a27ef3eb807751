import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isLoopback } from '../../../http/addresses/network-address.ts';
import { pageOrigin } from '../../../http/addresses/page-origin.ts';
import { createGuestSecrets } from '../guests/guest-secret.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Asker } from './own-order.ts';

/** What a request says about who makes it. */
export interface Asked {
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  readonly answerHeader: (name: string, value: string) => void;
}

export interface Buyers {
  /** Whoever has a session, guests included. */
  account(actor: Account, asked: Asked): Promise<Buyer>;
  /** Whoever only types an address, with the key of their browser. */
  guest(email: string, guestKey: string, asked: Asked): Promise<Buyer>;
  /**
   * The key of this browser; its secret goes back with whatever the answer will be. With a seed the same secret again,
   * so that a repeated request whose answer was lost comes from the same browser.
   */
  guestKey(asked: Asked, seed?: string): string;
  /** Who asks about an order. */
  asker(call: { readonly actor: Actor } & Pick<Asked, 'header'>): Asker;
}

export function createBuyers(checkout: Checkout): Buyers {
  const { config, db, accounts } = checkout;
  const secrets = createGuestSecrets(checkout);
  const networkOf = ({ address, header }: Asked): Pick<Buyer, 'address' | 'origin'> => ({
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
