import { isAddress, isChainId } from '@frontrow/core/token-gate/token-place.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { searchLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Kit } from '../../../kit.ts';
import { sizeAvatar } from '../../../media/size-avatar.ts';

/** How a token describes itself, for a host who types its contract. Nothing of it is kept. */
export const tokenRoutes = ({ chains }: Pick<Kit, 'chains'>): AnyRoute[] => [
  route({
    call: 'POST /events/token_preview',
    who: 'host',
    limit: searchLimit,
    async handle({ body: { chain_id: chainId, address, token_id: tokenId, kind } }) {
      if (!isChainId(chainId)) throw refuse('coin_chain_invalid', {}, { field: 'chain_id' });
      if (!isAddress(address)) throw refuse('coin_address_invalid', {}, { field: 'address' });
      const place = { chainId, address: address.toLowerCase() };
      const token =
        kind === 'coin'
          ? await chains.describeCoin(place)
          : await chains.describeCollection({ ...place, tokenId: tokenId?.trim() || undefined });
      const small = token.pictureBytes && (await sizeAvatar(token.pictureBytes, '').catch(() => undefined));
      return {
        token: {
          token_standard: token.standard,
          token_chain_id: chainId,
          token_address: token.address,
          token_id: token.tokenId ?? null,
          token_name: token.name,
          token_symbol: token.symbol,
          token_picture: small ? `data:image/webp;base64,${small.toString('base64')}` : null,
          token_min_balance: null,
        },
      };
    },
  }),
];
