import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useClientConfig } from '#web/shared/client-config.ts';

export type ClaimWay = 'wallet' | 'provider';

/** How tickets of a token-gated event are claimed here: the provider alone until more is known. */
export function useClaimWays(event: WireEvent): readonly ClaimWay[] {
  const config = useClientConfig().data;
  const chains = config?.wallet_chain_ids ?? [];
  const byWallet = event.event_tokens?.some(({ token_chain_id: id }) => chains.includes(id)) ?? false;
  const byProvider = config?.token_provider ?? true;
  return [...(byWallet ? (['wallet'] as const) : []), ...(byProvider || !byWallet ? (['provider'] as const) : [])];
}
