import { get } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { unassignedIpv6 } from '../../http/public-address.ts';

const withinMs = 3_000;
const redirectsMax = 2;
const bytesMax = 5 * 1024 * 1024;

/** Looks at each address that a name means when it connects: no private network is reached, by no redirect either. */
const agent = new RequestFilteringHttpsAgent({ denyIPAddressList: unassignedIpv6 });

/** The bytes at a public https address; throws where it is none, takes longer than three seconds or is over 5 MB. */
export async function publicFetch(url: string, redirects = 0): Promise<Buffer> {
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
