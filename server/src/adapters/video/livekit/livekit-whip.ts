import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Logger } from '../../../ports/log.ts';
import type { VideoEngine } from '../../../ports/video-engine.ts';
import type { RoomToken, Video } from '../../../ports/video.ts';
import type { Breaker } from '../../breaker.ts';

/** The engine gathers its ICE candidates before it answers an offer. */
const whipMsMax = seconds(8);
const whipPath = '/whip/v1';
/** Our own engine names no STUN server, and says so with this one (see `livekit-config.ts`). */
const discardPort = /^<stun:127\.0\.0\.1:9>/;

/**
 * The engine takes stereo and does not say so in its answer, and encoders that follow the answer (RFC 7587) then mix it
 * down: an offer of stereo is answered with `stereo=1`.
 */
export function withStereo(answer: string, offer: string): string {
  if (!/^a=fmtp:\d+ (?:.*;\s*)?(?:sprop-)?stereo=1\b/m.test(offer)) return answer;
  const [, opus] = /^a=rtpmap:(\d+) opus\/48000\/2\s*$/im.exec(answer) ?? [];
  if (opus === undefined) return answer;
  const parameters = new RegExp(`^(a=fmtp:${opus} )([^\r\n]*)`, 'm');
  if (!parameters.test(answer))
    return answer.replace(new RegExp(`^(a=rtpmap:${opus} [^\r\n]*)(\r?\n)`, 'm'), `$1$2a=fmtp:${opus} stereo=1$2`);
  return answer.replace(parameters, (line, head: string, given: string) =>
    /(^|;)\s*stereo=1\b/.test(given) ? line : `${head}${given.replace(/;?\s*(?<!sprop-)stereo=0\b/, '')};stereo=1`,
  );
}

/** UDP before TCP, and IPv4 before IPv6. */
const rankOf = (candidate: string): number => {
  const [, , transport = '', , address = ''] = candidate.split(' ');
  return (transport.toLowerCase() === 'udp' ? 0 : 2) + (address.includes(':') ? 1 : 0);
};

/**
 * The engine lists its candidates in any order. ffmpeg's WHIP muxer tries the first one with UDP alone, and IPv6
 * addresses not at all, so what every encoder can use comes first. To others the order means nothing (RFC 8839).
 */
export const withPlainCandidatesFirst = (answer: string): string =>
  answer.replaceAll(/(?:^a=candidate:[^\r\n]*\r?\n)+/gm, (lines) =>
    lines
      .split(/(?<=\n)/)
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .join(''),
  );

/** The engine did not answer. */
export class WhipOutage extends Error {}

export interface WhipParts {
  readonly engine: VideoEngine;
  readonly breaker: Breaker;
  readonly log: Logger;
  /** What is said while the engine does not answer. */
  readonly down: () => Refusal;
  readonly mintToken: Video['mintToken'];
}

/** Encoders by LiveKit's own WHIP. Each request carries a fresh token; an encoder never sees one. */
export function createWhip({
  engine,
  breaker,
  log,
  down,
  mintToken,
}: WhipParts): Pick<Video, 'takeEncoder' | 'addCandidates' | 'dropEncoder'> {
  const ask = async (token: RoomToken, path: string, init: RequestInit): Promise<Response> => {
    if (engine.state() !== 'ready') throw down();
    const authorization = `Bearer ${await mintToken(token)}`;
    const headers = { ...(init.headers as Record<string, string>), authorization };
    try {
      const answer = await breaker.run(async () => {
        const response = await fetch(`${engine.httpUrl}${whipPath}${path}`, {
          ...init,
          headers,
          signal: AbortSignal.timeout(whipMsMax),
        }).catch((error: unknown) => {
          throw new WhipOutage(String(error));
        });
        return response;
      });
      if (!answer) throw down();
      return answer;
    } catch (error) {
      if (!(error instanceof WhipOutage)) throw error;
      log.warn({ call: `whip ${init.method}`, error: error.message }, 'video engine did not do it');
      throw down();
    }
  };

  return {
    async takeEncoder(token, offer) {
      const response = await ask(token, '', {
        method: 'POST',
        headers: { 'content-type': 'application/sdp' },
        body: offer,
      });
      const answer = await response.text();
      const connection = response.headers.get('location')?.split('/').at(-1);
      if (response.status === 201 && connection) {
        const link = response.headers.get('link');
        const iceTag = response.headers.get('etag') ?? undefined;
        return {
          connection,
          answer: withPlainCandidatesFirst(withStereo(answer, offer)),
          iceTag,
          links: link === null || discardPort.test(link) ? [] : [link],
        };
      }
      if (response.status === 400) throw refuse('ingest_offer_bad', { detail: 'it is not understood' });
      log.warn({ call: 'whip POST', status: response.status }, 'video engine refused an encoder');
      throw down();
    },
    async addCandidates(token, connection, { fragment, iceTag }) {
      const response = await ask(token, `/${encodeURIComponent(connection)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': iceTag },
        body: fragment,
      });
      await response.body?.cancel();
      if (response.ok) return 'added';
      if (response.status === 404) return 'gone';
      log.warn({ call: 'whip PATCH', status: response.status }, 'video engine did not take candidates');
      return 'discarded';
    },
    async dropEncoder(token, connection) {
      const response = await ask(token, `/${encodeURIComponent(connection)}`, { method: 'DELETE' });
      await response.body?.cancel();
    },
  };
}
