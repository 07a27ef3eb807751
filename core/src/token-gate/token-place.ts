/** Where a token's contract is. */
export interface TokenPlace {
  readonly chainId: number;
  /** `0x` and 40 hexadecimal digits, in lower case. */
  readonly address: string;
}

/** A collection's place; with `tokenId` one token of it. */
export interface CollectionPlace extends TokenPlace {
  /** A decimal number below 2^256. */
  readonly tokenId: string | undefined;
}

const addressFormat = /^0x[0-9a-f]{40}$/i;
const collectionFormat = /^(\d{1,16}):(0x[0-9a-f]{40})(?::(\d{1,78}))?$/i;
const tokenIdEnd = 2n ** 256n;

export const isAddress = (text: string): boolean => addressFormat.test(text);

/** Chain ids are positive whole numbers that JavaScript keeps exactly. */
export const isChainId = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** Reads `<chainId>:<address>[:<tokenId>]`; undefined for a name, which only a provider can judge. */
export function collectionPlace(typed: string): CollectionPlace | undefined {
  const [, chain, address, tokenId] = collectionFormat.exec(typed.trim()) ?? [];
  if (chain === undefined || address === undefined || !isChainId(Number(chain))) return undefined;
  if (tokenId !== undefined && BigInt(tokenId) >= tokenIdEnd) return undefined;
  return {
    chainId: Number(chain),
    address: address.toLowerCase(),
    tokenId: tokenId === undefined ? undefined : BigInt(tokenId).toString(),
  };
}

/** The place of a coin row; undefined where chain and contract were not both given. */
export const coinPlace = ({
  coinChainId,
  coinAddress,
}: {
  readonly coinChainId?: number | undefined;
  readonly coinAddress?: string | undefined;
}): TokenPlace | undefined =>
  coinChainId === undefined || coinAddress === undefined
    ? undefined
    : { chainId: coinChainId, address: coinAddress.toLowerCase() };

/** One name for a contract over all chains: `<chainId>:<address>`. */
export const placeName = ({ chainId, address }: TokenPlace): string => `${chainId}:${address.toLowerCase()}`;
