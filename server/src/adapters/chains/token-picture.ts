import { get } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { unassignedIpv6 } from '../../http/public-address.ts';

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

const withinMs = 3_000;
const redirectsMax = 2;
const bytesMax = 5 * 1024 * 1024;

/** Looks at each address that a name means when it connects: no private network is reached, by no redirect either. */
const agent = new RequestFilteringHttpsAgent({ denyIPAddressList: unassignedIpv6 });

/** The bytes at a public https address; throws where it is none, takes longer than three seconds or is over 5 MB. */
async function publicFetch(url: string, redirects = 0): Promise<Buffer> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:') throw new Error('only https is read');
  const signal = AbortSignal.timeout(withinMs);
  const { status, location, body } = await new Promise<{ status: number; location?: string; body: Buffer }>(
    (resolve, reject) => {
      const request = get(url, { agent, signal }, (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > bytesMax) answer.destroy(new Error('it is too large'));
          else parts.push(part);
        });
        answer.once('error', reject);
        answer.once('end', () => {
          const { location: to } = answer.headers;
          const read = { status: answer.statusCode ?? 0, body: Buffer.concat(parts) };
          resolve({ ...read, ...(to !== undefined && { location: to }) });
        });
      });
      request.once('error', reject);
    },
  );
  if (status >= 300 && status < 400 && location !== undefined && redirects < redirectsMax)
    return publicFetch(new URL(location, url).href, redirects + 1);
  if (status !== 200) throw new Error(`it was answered with ${status}`);
  return body;
}
