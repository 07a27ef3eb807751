import type { ShownToken } from '@frontrow/core/events/live-event.ts';
import type { WireToken } from './api.ts';

export const tokenToWire = (token: ShownToken): WireToken => ({
  token_standard: token.standard,
  token_chain_id: token.chainId,
  token_address: token.address,
  token_id: token.tokenId ?? null,
  token_name: token.name,
  token_symbol: token.symbol,
  token_picture: token.pictureUrl ?? null,
  token_min_balance: token.minBalance ?? null,
});

export const tokenFromWire = (wire: WireToken): ShownToken => ({
  standard: wire.token_standard,
  chainId: wire.token_chain_id,
  address: wire.token_address,
  tokenId: wire.token_id ?? undefined,
  name: wire.token_name,
  symbol: wire.token_symbol,
  pictureUrl: wire.token_picture ?? undefined,
  minBalance: wire.token_min_balance ?? undefined,
});
