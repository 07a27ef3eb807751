import { minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { signalingPath } from '../http/addresses.ts';
import { isLoopback, networkOf } from '../http/network-address.ts';
import { asRefusal, markRecorded, recordRefusal } from '../http/errors/answer-errors.ts';
import type { Config } from '../process/config.ts';
import type { OpenRateCounter } from '../ports/rate-counters.ts';
import type { SecurityLog } from '../ports/log.ts';
import type { TokenHolder, Video } from '../ports/video.ts';
import type { SignalRequest } from './engine-request.ts';

/** While an engine is away a client asks twice a second: to connect, and why not. */
const perPersonMax = 240;
/** A whole house may be behind one address, and reconnect at the same moment when a process is replaced. */
const perNetworkMax = 3_000;
const windowMs = minutes(1);

export interface GateParts {
  readonly config: Pick<Config, 'production'>;
  readonly video: Pick<Video, 'state' | 'signalingUrl' | 'readToken'>;
  readonly openRateCounter: OpenRateCounter;
  readonly security: SecurityLog;
  /** The account of an identity that the engine knows. */
  readonly accountOf: (identity: string) => number | undefined;
  /** Why the holder of a room token may not connect now, in this tab. */
  readonly refusalToConnect: (holder: TokenHolder, sessionId: string | undefined) => Promise<Refusal | undefined>;
  readonly onRefused: (reason: string) => void;
}

/** Who connects, and where the engine is for them. */
export interface Admitted {
  readonly engineUrl: string;
  readonly holder: TokenHolder;
}

/** Lets somebody through to the engine. Throws the refusal, which the security log has. */
export type Gate = (asks: Asks) => Promise<Admitted>;

interface Asks extends Pick<SignalRequest, 'token' | 'sessionId'> {
  readonly address: string;
}

/**
 * Asked for every connection, reconnection and validation. Refusals by right are 401 and 403, which LiveKit's client
 * takes as final; limits and an engine that is away are 429 and 503, after which it tries again.
 */
export function createGate(parts: GateParts): Gate {
  const { config, video, security, accountOf, refusalToConnect, onRefused, openRateCounter } = parts;
  const perNetwork = openRateCounter('signaling of a network', windowMs);
  const perPerson = openRateCounter('signaling', windowMs);
  const requireUnder = async (counts: typeof perPerson, key: string, max: number): Promise<void> => {
    const { current, ttl } = await counts.take(key);
    if (current > max) throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ttl / 1000) });
  };
  const admit = async (
    { token, sessionId, address }: Asks,
    known: (holder: TokenHolder) => void,
  ): Promise<Admitted> => {
    if (config.production || !isLoopback(address)) await requireUnder(perNetwork, networkOf(address), perNetworkMax);
    if (video.signalingUrl() === undefined) throw refuse('not_found');
    const holder = token === '' ? undefined : await video.readToken(token);
    if (!holder) throw refuse('token_invalid');
    known(holder);
    await requireUnder(perPerson, holder.identity, perPersonMax);
    const refusal = await refusalToConnect(holder, sessionId);
    if (refusal) throw final(refusal);
    const engineUrl = video.signalingUrl();
    if (engineUrl === undefined || video.state() !== 'ready') throw refuse('video_down', {}, { retryAfter: 2 });
    return { engineUrl, holder };
  };
  return async (asks) => {
    let holder: TokenHolder | undefined;
    try {
      return await admit(asks, (known) => void (holder = known));
    } catch (error) {
      const refusal = asRefusal(error as Error);
      if (!refusal) throw error;
      onRefused(refusal.code);
      const account = holder && accountOf(holder.identity);
      recordRefusal(security, refusal, { account, network: networkOf(asks.address) }, signalingPath);
      markRecorded(refusal);
      throw refusal;
    }
  };
}

/** The same sentence with a status after which the client does not try again. */
const final = (refusal: Refusal): Refusal =>
  refusal.status === 401 || refusal.status === 403
    ? refusal
    : new Refusal(refusal.code, { status: 403, message: refusal.message });
