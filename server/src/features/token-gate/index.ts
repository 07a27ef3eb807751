import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Feature } from '../../feature.ts';
import { pageOrigin } from '../../http/addresses.ts';
import { loginLimit, purchaseLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import type { LiveTicket, Ticketing } from '../ticketing/index.ts';
import { claimByCode, claimByWallet } from './claims.ts';
import { beginAttempt, purgeAttempts } from './oauth-attempts.ts';
import { recheckHoldings } from './recheck-holdings.ts';
import { makeNonce, walletSecrets } from './wallet-nonces.ts';

/** What other features may call. */
export interface TokenGate {
  readonly feature: Feature;
  /** Before the holder of a ticket that is to be asked about enters; see `recheckHoldings`. */
  recheckHoldings(eventUuid: string, ticket: Pick<LiveTicket, 'id' | 'orderId'>): Promise<void>;
}

export function tokenGateFeature(
  kit: Kit,
  { events, ticketing }: { readonly events: Events; readonly ticketing: Ticketing },
): TokenGate {
  const deps = { ...kit, events, ticketing, secrets: walletSecrets(kit) };
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
          handle: async ({ actor, header }) => ({ url: await beginAttempt(deps, actor.id, returnUrl(header)) }),
        }),
        route({
          call: 'POST /events/purchase_rally',
          who: 'account',
          limit: purchaseLimit,
          handle: ({ actor, body, ...asked }) =>
            claimByCode(deps, actor, asked, {
              eventId: body.event_uuid,
              code: body.code,
              state: body.state ?? undefined,
              returnUrl: returnUrl(asked.header),
            }),
        }),
        route({
          call: 'POST /auth/siwe_nonce',
          who: 'account',
          limit: loginLimit,
          handle: async ({ actor }) => {
            if (!kit.tokenGates.wallet) throw refuse('wallet_unset');
            const { nonce, expiresAt } = await makeNonce(kit, actor.id);
            return {
              nonce,
              expires_at: expiresAt.getTime(),
              chain_ids: [...kit.chains.ids],
            };
          },
        }),
        route({
          call: 'POST /events/purchase_siwe',
          who: 'account',
          limit: purchaseLimit,
          handle: ({ actor, body, ...asked }) =>
            claimByWallet(deps, actor, asked, {
              eventId: body.event_uuid,
              message: body.message,
              signature: body.signature,
              origin: new URL(pageOrigin(kit.config, asked.header('host'))).origin,
            }),
        }),
      ],
      jobs: [purgeAttempts(kit)],
    },
    recheckHoldings: (eventUuid, ticket) => recheckHoldings(deps, eventUuid, ticket),
  };
}
