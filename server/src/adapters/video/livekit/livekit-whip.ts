import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Logger } from '../../../ports/log.ts';
import type { VideoEngine } from '../../../ports/video-engine.ts';
import type { PatchAnswer, RoomToken, Video } from '../../../ports/video.ts';
import type { Breaker } from '../../breaker.ts';

/** The engine gathers its ICE candidates before it answers an offer. */
const whipMsMax = seconds(8);
const door = '/whip/v1';
/** Our own engine names no STUN server, and says so with this one (see `livekit-config.ts`). */
const discardPort = /^<stun:127\.0\.0\.1:9>/;
const patchStatuses: readonly PatchAnswer['status'][] = [200, 204, 400, 404, 412, 428];

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
}: WhipParts): Pick<Video, 'takeEncoder' | 'patchEncoder' | 'dropEncoder'> {
  const ask = async (token: RoomToken, path: string, init: RequestInit): Promise<Response> => {
    if (engine.state() !== 'ready') throw down();
    const authorization = `Bearer ${await mintToken(token)}`;
    const headers = { ...(init.headers as Record<string, string>), authorization };
    try {
      const answer = await breaker.run(async () => {
        const response = await fetch(`${engine.httpUrl}${door}${path}`, {
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
        const etag = response.headers.get('etag') ?? undefined;
        return { connection, answer, etag, links: link === null || discardPort.test(link) ? [] : [link] };
      }
      if (response.status === 400) throw refuse('ingest_offer_bad', { detail: 'it is not understood' });
      log.warn({ call: 'whip POST', status: response.status }, 'video engine refused an encoder');
      throw down();
    },
    async patchEncoder(token, connection, { fragment, etag }) {
      const response = await ask(token, `/${encodeURIComponent(connection)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': etag },
        body: fragment,
      });
      const status = patchStatuses.find((one) => one === response.status);
      if (!status) throw down();
      return { status, fragment: await response.text(), etag: response.headers.get('etag') ?? undefined };
    },
    async dropEncoder(token, connection) {
      const response = await ask(token, `/${encodeURIComponent(connection)}`, { method: 'DELETE' });
      await response.body?.cancel();
    },
  };
}
