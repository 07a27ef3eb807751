import { placeName } from '@frontrow/core/token-gate/token-place.ts';
import { inWholeUnits, type HeldCoin, type Holdings } from '@frontrow/core/token-gate/holdings.ts';
import { type RuleToken, type TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import { type Address, erc1155Abi, erc20Abi, erc721Abi } from 'viem';
import { type AtBlock, ofContract } from './chain-clients.ts';

/** How many smallest units or pieces of a token a wallet has; 0 where its contract fails. */
export async function amountHeld({ client, blockNumber }: AtBlock, wallet: Address, token: RuleToken): Promise<bigint> {
  const at = { address: token.address as Address, blockNumber } as const;
  if (token.standard === 'erc20') {
    const held = client.readContract({ ...at, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] });
    return (await ofContract(held)) ?? 0n;
  }
  if (token.standard === 'erc1155') {
    const args = [wallet, BigInt(token.tokenId ?? 0)] as const;
    return (await ofContract(client.readContract({ ...at, abi: erc1155Abi, functionName: 'balanceOf', args }))) ?? 0n;
  }
  if (token.tokenId === undefined) {
    const held = client.readContract({ ...at, abi: erc721Abi, functionName: 'balanceOf', args: [wallet] });
    return (await ofContract(held)) ?? 0n;
  }
  const args = [BigInt(token.tokenId)] as const;
  const owner = await ofContract(client.readContract({ ...at, abi: erc721Abi, functionName: 'ownerOf', args }));
  return owner?.toLowerCase() === wallet.toLowerCase() ? 1n : 0n;
}

/** Amounts of a rule's tokens as holdings. Decimals are those that were kept when the event was published. */
export function holdingsOf(rule: TokenRule, amounts: readonly { token: RuleToken; amount: bigint }[]): Holdings {
  const held = amounts.filter(({ amount }) => amount > 0n);
  return {
    nftCollections: held
      .filter(({ token }) => token.of === 'nftCollections')
      .flatMap(({ token }) => rule.nftCollections[token.row] ?? []),
    coins: held
      .filter(({ token }) => token.of === 'coins')
      .flatMap(({ token, amount }): HeldCoin[] => {
        const coin = rule.coins[token.row];
        const balance = inWholeUnits(amount, token.decimals ?? 0);
        return coin ? [{ coinId: coin.coinId, balance, place: placeName(token) }] : [];
      }),
  };
}
