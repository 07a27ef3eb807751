import type { CollectionPlace, TokenPlace } from '@frontrow/core/token-gate/token-place.ts';
import { cutText, seenLine } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { coinDecimalsMax, tokenNameCharsMax } from '@frontrow/core/token-gate/limits.ts';
import { type Address, erc1155Abi, erc20Abi, erc20Abi_bytes32, erc721Abi, type Hex, hexToString, parseAbi } from 'viem';
import type { DescribedToken } from '../../ports/chains.ts';
import { type AtBlock, ofContract } from './chain-clients.ts';
import { tokenPicture } from './token-picture.ts';

/** ERC-165: which standard a contract says that it keeps. */
const interfaces = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const satisfies Record<string, Hex>;
const erc165Abi = parseAbi(['function supportsInterface(bytes4) view returns (bool)']);
const collectionAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function contractURI() view returns (string)',
]);
/** Holds nothing anywhere: asked only whether a contract answers. */
const nobody: Address = '0x000000000000000000000000000000000000dEaD';

async function standardOf(at: AtBlock, address: Address): Promise<'erc721' | 'erc1155' | undefined> {
  const supports = (id: Hex) =>
    ofContract(
      at.client.readContract({
        address,
        abi: erc165Abi,
        functionName: 'supportsInterface',
        args: [id],
        blockNumber: at.blockNumber,
      }),
    );
  const [single, several] = await Promise.all([supports(interfaces.erc721), supports(interfaces.erc1155)]);
  if (single === true) return 'erc721';
  return several === true ? 'erc1155' : undefined;
}

async function mustBeContract({ client, blockNumber }: AtBlock, { chainId, address }: TokenPlace): Promise<void> {
  const code = await client.getCode({ address: address as Address, blockNumber });
  if (code === undefined || code === '0x') throw refuse('token_not_found', { chain: chainId, token: address });
}

/** A collection as its contract describes it, with its picture where that can be had. */
export async function describeCollection(at: AtBlock, place: CollectionPlace): Promise<DescribedToken> {
  const { chainId, tokenId } = place;
  const address = place.address as Address;
  await mustBeContract(at, place);
  const standard = await standardOf(at, address);
  if (standard === undefined) throw refuse('token_unreadable', { chain: chainId, token: address });
  if (standard === 'erc1155' && tokenId === undefined) throw refuse('token_id_required', { token: address });
  const id = tokenId === undefined ? undefined : BigInt(tokenId);
  const read = { address, blockNumber: at.blockNumber } as const;
  if (standard === 'erc721' && id !== undefined) {
    const asked = { ...read, abi: erc721Abi, functionName: 'ownerOf', args: [id] } as const;
    if ((await ofContract(at.client.readContract(asked))) === undefined)
      throw refuse('token_not_found', { chain: chainId, token: address });
  }
  const [name, symbol, ofAll, ofOne] = await Promise.all([
    ofContract(at.client.readContract({ ...read, abi: collectionAbi, functionName: 'name' })),
    ofContract(at.client.readContract({ ...read, abi: collectionAbi, functionName: 'symbol' })),
    ofContract(at.client.readContract({ ...read, abi: collectionAbi, functionName: 'contractURI' })),
    id === undefined
      ? undefined
      : ofContract(
          standard === 'erc721'
            ? at.client.readContract({ ...read, abi: erc721Abi, functionName: 'tokenURI', args: [id] })
            : at.client.readContract({ ...read, abi: erc1155Abi, functionName: 'uri', args: [id] }),
        ),
  ]);
  return {
    chainId,
    address,
    standard,
    name: shown(name) || shortAddress(address),
    symbol: shown(symbol),
    ...(tokenId !== undefined && { tokenId }),
    pictureBytes: await tokenPicture([ofOne, ofAll], id),
  };
}

/** A coin as its contract describes it. Names and symbols in one word of bytes are older than the standard. */
export async function describeCoin(at: AtBlock, place: TokenPlace): Promise<DescribedToken> {
  const { chainId } = place;
  const address = place.address as Address;
  await mustBeContract(at, place);
  const read = { address, blockNumber: at.blockNumber } as const;
  const [standard, decimals, balance, supply] = await Promise.all([
    standardOf(at, address),
    ofContract(at.client.readContract({ ...read, abi: erc20Abi, functionName: 'decimals' })),
    ofContract(at.client.readContract({ ...read, abi: erc20Abi, functionName: 'balanceOf', args: [nobody] })),
    ofContract(at.client.readContract({ ...read, abi: erc20Abi, functionName: 'totalSupply' })),
  ]);
  const isCoin = standard === undefined && balance !== undefined && supply !== undefined;
  if (!isCoin || decimals === undefined || decimals > coinDecimalsMax)
    throw refuse('token_unreadable', { chain: chainId, token: address });
  const word = async (functionName: 'name' | 'symbol'): Promise<string> => {
    const text = await ofContract(at.client.readContract({ ...read, abi: erc20Abi, functionName }));
    if (text !== undefined) return shown(text);
    const bytes = await ofContract(at.client.readContract({ ...read, abi: erc20Abi_bytes32, functionName }));
    return bytes === undefined ? '' : shown(hexToString(bytes, { size: 32 }));
  };
  const [name, symbol] = await Promise.all([word('name'), word('symbol')]);
  return {
    chainId,
    address,
    standard: 'erc20',
    name: name || shortAddress(address),
    symbol,
    decimals,
    pictureBytes: undefined,
  };
}

const shown = (text: string | undefined): string => cutText(seenLine(text ?? ''), tokenNameCharsMax).trim();

const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
