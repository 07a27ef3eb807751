import { lookup } from 'node:dns/promises';
import { signalingPath, isInnerAddress } from '../http/addresses.ts';
import type { Config } from '../process/config.ts';
import type { Check } from './check.ts';
import { reasonOf } from './reason-of.ts';

const answerWithinMs = 3_000;
/** Interfaces of the engine that take room tokens or show its inside. */
const closed = [
  ['POST', '/twirp/livekit.RoomService/ListRooms'],
  ['POST', '/twirp/livekit.Egress/ListEgress'],
  ['POST', '/whip/v1'],
  ['GET', '/agent'],
  ['GET', '/debug/rooms'],
  ['GET', '/debug/pprof/'],
] as const;
/** At the root of the app these words are the app's own. */
const oursAtRoot = new Set(['/whip/v1', '/agent']);

type Needs = Pick<Config, 'publicUrl' | 'livekit'>;

/** Asks the public addresses for what only the app may reach. */
export const checkEnginePaths = ({ publicUrl, livekit }: Needs): Check => ({
  part: 'video engine from outside',
  notSet: whyNot({ publicUrl, livekit }),
  async look() {
    const direct = livekit?.publicUrl?.replace(/^ws/, 'http');
    if (direct === undefined) await requireSignaling(publicUrl);
    const bases = [`${publicUrl}${signalingPath}`, publicUrl, ...(direct === undefined ? [] : [direct])];
    const open: string[] = [];
    for (const base of bases)
      for (const [method, path] of closed) {
        if (base === publicUrl && oursAtRoot.has(path)) continue;
        const status = await ask(method, base + path);
        if (status !== 404) open.push(`${method} ${base}${path} (${status})`);
      }
    if (open.length > 0)
      throw new Error(
        `Anyone with a ticket reaches more of the engine than signaling: ${open.join(', ')}. Pass nothing but ` +
          `${signalingPath} of the app on to browsers, and close the engine's own port to the outside.`,
      );
    await requireInner(livekit!.url);
    return 'Only signaling gets there.';
  },
});

function whyNot({ publicUrl, livekit }: Needs): string | undefined {
  if (livekit === undefined) return 'LIVEKIT_URL is not set: the built-in engine listens on this machine alone.';
  if (publicUrl === '') return 'PUBLIC_URL is not set: there is no outside to ask from.';
  return livekit.publicUrl === livekit.url ? 'LiveKit Cloud answers browsers itself, and guards the rest.' : undefined;
}

const ask = async (method: string, address: string): Promise<number> => {
  const answer = await fetch(address, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
    ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
  }).catch((error: unknown) => {
    throw new Error(`${address} cannot be asked (${reasonOf(error)}): check the address and the proxy.`);
  });
  await answer.body?.cancel();
  return answer.status;
};

/** Without a token the app says 401 there; anything else comes from someone else. */
async function requireSignaling(publicUrl: string): Promise<void> {
  const status = await ask('GET', `${publicUrl}${signalingPath}/rtc/validate`);
  if (status !== 401)
    throw new Error(
      `PUBLIC_URL${signalingPath} does not reach the app (${status}): let the proxy forward it, WebSocket included, or ` +
        'no browser gets video.',
    );
}

/** An engine with an address of the internet is reached past the app. */
async function requireInner(url: string): Promise<void> {
  const { hostname } = new URL(url);
  const addresses = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => []);
  const outer = addresses.find(({ address }) => !isInnerAddress(address));
  if (outer)
    throw new Error(
      `LIVEKIT_URL is ${outer.address}, an address of the internet, where anyone with a ticket may reach all of the ` +
        "engine's interfaces: give it an inner one, and close its port to the outside.",
    );
}
