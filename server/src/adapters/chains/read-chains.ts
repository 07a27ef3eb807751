import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import {
  type Address,
  compactSignatureToSignature,
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
import { chainClients } from './chain-clients.ts';
import { EndpointFault } from './endpoints.ts';
import { delegatedAmount, delegationsTo, delegatorsOf } from './delegations.ts';
import { describeCoin, describeCollection } from './describe-token.ts';
import { amountHeld, holdingsOf } from './read-holdings.ts';

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
