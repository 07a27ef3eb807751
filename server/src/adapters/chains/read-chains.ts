import { type HeldCoin, type Holdings, inWholeUnits } from '@frontrow/core/token-gate/holdings.ts';
import { placeName } from '@frontrow/core/token-gate/token-place.ts';
import type { RuleToken, TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import {
  type Address,
  compactSignatureToSignature,
  erc1155Abi,
  erc20Abi,
  erc721Abi,
  type Hex,
  isHex,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
  size,
} from 'viem';
import type { Chains, WalletHoldings } from '../../ports/chains.ts';
import type { Logger } from '../../ports/log.ts';
import type { Config } from '../../process/config.ts';
import { type AtBlock, chainClients, ofContract } from './chain-clients.ts';
import { EndpointFault } from './endpoints.ts';
import { delegatedAmount, delegationsTo, delegatorsOf } from './delegations.ts';
import { describeCoin, describeCollection } from './describe-token.ts';

type Amounts = Parameters<typeof holdingsOf>[1];

/** The chains of `RALLY_RPC_<chainId>`, read by viem. */
export function readChains(needs: { readonly chains: Config['chains']; readonly log: Logger }): Chains {
  const clients = chainClients(needs);

  /** Amounts of the rule's tokens on one chain: of the wallet, and of those that delegated to it. */
  const amountsOn = (chainId: number, wallet: Address, rule: TokenRule): Promise<Map<Address, Amounts>> =>
    clients.atOneBlock(chainId, async (at) => {
      const tokens = rule.tokens.filter((token) => token.chainId === chainId);
      const held = (who: Address) =>
        Promise.all(tokens.map(async (token) => ({ token, amount: await amountHeld(at, who, token) })));
      const delegations = rule.delegates ? await delegationsTo(at, wallet) : [];
      const [own, ...others] = await Promise.all([wallet, ...delegatorsOf(delegations)].map(held));
      return new Map<Address, Amounts>([
        [wallet, own ?? []],
        ...delegatorsOf(delegations).map((from, place) => {
          const theirs = others[place] ?? [];
          return [from, theirs.map((one) => ({ ...one, amount: delegatedAmount(delegations, from, one) }))] as const;
        }),
      ]);
    });

  return {
    ids: clients.ids,
    describeCollection: (place) => clients.atOneBlock(place.chainId, (at) => describeCollection(at, place)),
    describeCoin: (place) => clients.atOneBlock(place.chainId, (at) => describeCoin(at, place)),

    async holdings(address, rule): Promise<WalletHoldings[]> {
      const wallet = address.toLowerCase() as Address;
      // A chain that is not configured any more cannot be asked; what it would say is held by nobody.
      const chainIds = [...new Set(rule.tokens.map(({ chainId }) => chainId))].filter(clients.has);
      const found = await Promise.all(chainIds.map((chainId) => amountsOn(chainId, wallet, rule)));
      const wallets = [...new Set([wallet, ...found.flatMap((one) => [...one.keys()])])];
      return wallets.map((who) => ({
        wallet: who,
        holds: holdingsOf(
          rule,
          found.flatMap((one) => one.get(who) ?? []),
        ),
      }));
    },

    async isSignedBy({ chainId, address, message, signature }) {
      if (!isHex(signature)) return false;
      if (await isRecovered(message, signature, address)) return true;
      if (!clients.has(chainId)) return false;
      return clients.ask(chainId, async ({ client, faulted }) => {
        const isValid = await client.verifyMessage({ address: address as Address, message, signature });
        // viem answers false where the endpoint could not be asked.
        if (!isValid && faulted()) throw new EndpointFault();
        return isValid;
      });
    },
  };
}

/** Whether the key of this address signed; needs no chain. */
const isRecovered = async (message: string, signature: Hex, address: string): Promise<boolean> => {
  try {
    const signer = await recoverMessageAddress({ message, signature: inFull(signature) });
    return signer.toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
};

const compactBytes = 64;
/** Some wallets sign compactly (ERC-2098), which the library reads only by another function. */
const inFull = (signature: Hex): Hex =>
  size(signature) === compactBytes
    ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
    : signature;

/** How many smallest units or pieces of a token a wallet has; 0 where its contract fails. */
async function amountHeld({ client, blockNumber }: AtBlock, wallet: Address, token: RuleToken): Promise<bigint> {
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
function holdingsOf(rule: TokenRule, amounts: readonly { token: RuleToken; amount: bigint }[]): Holdings {
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
