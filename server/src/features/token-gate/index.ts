import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { Feature } from '../../feature.ts';
import { pageOrigin } from '../../http/addresses/page-origin.ts';
import { loginLimit, purchaseLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import type { LiveTicket, Ticketing } from '../ticketing/index.ts';
import { askAtDoor } from './ask-at-door.ts';
import { claimByCode } from './claim-by-code.ts';
import { beginTrip, forgetTrips } from './trips.ts';
import { type WalletSecrets, walletSecrets } from './wallet-secrets.ts';

/** What the use cases of tickets for token holders are given. */
export interface TokenGateUses extends Kit {
  readonly events: Events;
  readonly ticketing: Ticketing;
  readonly secrets: WalletSecrets;
}

/** What other features may call. */
export interface TokenGate {
  readonly feature: Feature;
  /** Before the holder of a ticket that is to be asked about enters; see `askAtDoor`. */
  askAtDoor(eventUuid: string, ticket: Pick<LiveTicket, 'id' | 'orderId'>): Promise<void>;
}

export function tokenGateFeature(
  kit: Kit,
  { events, ticketing }: { readonly events: Events; readonly ticketing: Ticketing },
): TokenGate {
  const uses: TokenGateUses = { ...kit, events, ticketing, secrets: walletSecrets(kit) };
  /** A configured provider knows one address; the built-in one takes the page's own. */
  const returnUrl = (header: (name: string) => string | undefined): string =>
    `${kit.config.rally ? kit.config.publicUrl : pageOrigin(kit.config, header('host'))}${rallyReturnPath}`;
  return {
    feature: {
      name: 'token-gate',
      routes: [
        route({
          call: 'POST /auth/rally',
          who: 'account',
          limit: loginLimit,
          handle: async ({ actor, header }) => ({ url: await beginTrip(uses, actor.id, returnUrl(header)) }),
        }),
        route({
          call: 'POST /events/purchase_rally',
          who: 'account',
          limit: purchaseLimit,
          handle: ({ actor, body, ...asked }) =>
            claimByCode(uses, actor, asked, {
              eventId: body.event_uuid,
              code: body.code,
              state: body.state ?? undefined,
              returnUrl: returnUrl(asked.header),
            }),
        }),
      ],
      jobs: [forgetTrips(kit)],
    },
    askAtDoor: (eventUuid, ticket) => askAtDoor(uses, eventUuid, ticket),
  };
}
