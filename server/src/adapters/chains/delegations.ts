import { delegatorsMax } from '@frontrow/core/token-gate/limits.ts';
import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import { type Address, parseAbi, zeroHash } from 'viem';
import { type AtBlock, ofContract } from './chain-clients.ts';

/** delegate.xyz, version 2: the same address on every chain. */
const registry: Address = '0x00000000000000447e69651d841bD8D104Bed493';
const registryAbi = parseAbi([
  'struct Delegation { uint8 type_; address to; address from; bytes32 rights; address contract_; uint256 tokenId; uint256 amount; }',
  'function getIncomingDelegations(address to) view returns (Delegation[])',
]);
const kinds = { all: 1, contract: 2, erc721: 3, erc20: 4, erc1155: 5 } as const;

/** What one wallet lets another one stand for. */
export interface Delegation {
  readonly from: Address;
  readonly kind: number;
  readonly contract: string;
  readonly tokenId: bigint;
  readonly amount: bigint;
}

/** The delegations to a wallet that hold for everything (no narrower rights). None where there is no registry. */
export async function delegationsTo({ client, blockNumber }: AtBlock, wallet: Address): Promise<Delegation[]> {
  const found = await ofContract(
    client.readContract({
      address: registry,
      abi: registryAbi,
      functionName: 'getIncomingDelegations',
      args: [wallet],
      blockNumber,
    }),
  );
  return (found ?? [])
    .filter(({ rights, from }) => rights === zeroHash && from.toLowerCase() !== wallet.toLowerCase())
    .map(({ from, type_, contract_, tokenId, amount }) => ({
      from: from.toLowerCase() as Address,
      kind: type_,
      contract: contract_.toLowerCase(),
      tokenId,
      amount,
    }));
}

/** The wallets behind these delegations, the oldest first, at most so many as we look at. */
export const delegatorsOf = (delegations: readonly Delegation[]): Address[] =>
  [...new Set(delegations.map(({ from }) => from))].slice(0, delegatorsMax);

/** What of `amount` of a token that `from` holds the delegations let another wallet stand for. */
export function delegatedAmount(
  delegations: readonly Delegation[],
  from: Address,
  { token, amount }: { readonly token: RuleToken; readonly amount: bigint },
): bigint {
  const most = delegations
    .filter((one) => one.from === from)
    .map((one) => {
      if (one.kind === kinds.all) return amount;
      if (one.contract !== token.address) return 0n;
      if (one.kind === kinds.contract) return amount;
      // One piece of a collection counts where that very piece is asked for.
      if (one.kind === kinds.erc721) return one.tokenId.toString() === token.tokenId ? amount : 0n;
      if (one.kind === kinds.erc20) return token.standard === 'erc20' ? one.amount : 0n;
      return one.kind === kinds.erc1155 && one.tokenId.toString() === token.tokenId ? one.amount : 0n;
    })
    .reduce((high, one) => (one > high ? one : high), 0n);
  return most < amount ? most : amount;
}
