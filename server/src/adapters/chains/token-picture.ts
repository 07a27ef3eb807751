import { publicFetch } from './public-fetch.ts';

/** Public gateways come and go; a picture is only for show. */
const ipfsGateway = 'https://ipfs.io/ipfs/';
const dataUri = /^data:[^,]*?(;base64)?,/i;

/**
 * The picture of a token by its metadata: the first of these addresses whose JSON names an image that can be had.
 * Undefined where there is none: a token without a picture is as good.
 */
export async function tokenPicture(
  uris: readonly (string | undefined)[],
  id: bigint | undefined,
): Promise<Buffer | undefined> {
  for (const uri of uris) {
    if (uri === undefined || uri === '') continue;
    try {
      // ERC-1155: the address holds a place for the number, in 64 hexadecimal digits.
      const named = uri.replaceAll('{id}', (id ?? 0n).toString(16).padStart(64, '0'));
      const { image } = JSON.parse((await bytesAt(named)).toString()) as { image?: unknown };
      if (typeof image === 'string') return await bytesAt(image);
    } catch {
      // the next one may do
    }
  }
  return undefined;
}

async function bytesAt(uri: string): Promise<Buffer> {
  const data = dataUri.exec(uri);
  if (data) {
    const text = uri.slice(data[0].length);
    return data[1] === undefined ? Buffer.from(decodeURIComponent(text)) : Buffer.from(text, 'base64');
  }
  const path = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri)?.[1];
  return publicFetch(path === undefined ? uri : ipfsGateway + path);
}
