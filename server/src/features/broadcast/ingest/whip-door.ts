import { sdpBytesMax } from '@frontrow/core/broadcast/limits.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../../http/routes/route.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { listenerCheck } from '../from-listener.ts';
import { letEncoderIn } from './admit-encoder.ts';
import { reportHealth } from './report-health.ts';
import { patchEncoder, stopEncoder } from './sessions-of-door.ts';

const sdp = 'application/sdp';
const sdpFragment = 'application/trickle-ice-sdpfrag';
/** Of each network. Encoders that reconnect knock every few seconds; our listener speaks for many and has no limit. */
const knockLimit: RateLimit = { max: 120, windowMs: minutes(1) };
const sessionLimit: RateLimit = { max: 600, windowMs: minutes(1) };
const wrongKeyLimit: RateLimit = { max: 20, windowMs: minutes(1) };

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
const keyOf = (request: FastifyRequest): string | undefined =>
  (request.params as { streamKey?: string }).streamKey ?? bearerOf(request);
const sessionOf = (request: FastifyRequest): string => (request.params as { session: string }).session;
const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/**
 * The encoder's door (RFC 9725): an offer with a stream key in, the engine's answer out. It stands outside `/api`, as
 * encoders know nothing of our calls, and any web page may use it: a stream key is all that counts. No key, and no
 * address that holds one, is ever logged: routes are named by their pattern.
 */
export const whipDoor =
  (kit: BroadcastKit) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (door) => {
      door.removeAllContentTypeParsers();
      // Our RTMP listener calls for all encoders from one address.
      door.addHook('onRoute', (route) => void (route.config = { ...route.config, ownLimit: true }));
      door.addContentTypeParser(
        [sdp, sdpFragment],
        { parseAs: 'string', bodyLimit: sdpBytesMax },
        (_request, body, done) => done(null, body),
      );
      door.addHook('onRequest', async (_request, reply) => void reply.headers(corsHeaders));
      const fromListener = listenerCheck(kit);
      knocking(door, kit, fromListener);
      sessions(door, kit, fromListener);
      await door.register(async (reports) => {
        reports.addContentTypeParser(
          'application/json',
          { parseAs: 'string', bodyLimit: sdpBytesMax },
          (_r, body, done) => done(null, body),
        );
        reports.post('/whip/sessions/:session/health', { schema: { hide: true } }, async (request, reply) => {
          if (!fromListener(request)) throw refuse('listener_only');
          return reply.send({ data: await reportHealth(kit, sessionOf(request), jsonIn(request.body)) });
        });
      });
    });
  };

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-expose-headers': 'location, etag, link, retry-after',
  'cache-control': 'no-store',
};

function knocking(door: FastifyInstance, kit: BroadcastKit, fromListener: (request: FastifyRequest) => boolean): void {
  const knocks = door.limit(knockLimit, 'whip');
  const wrongKeys = door.limitMisses(wrongKeyLimit, 'whip');
  const knock = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isListener = fromListener(request);
    // The listener speaks for everybody who sends by RTMP.
    if (!isListener) await wrongKeys.refuseOver(request);
    const key = keyOf(request);
    const replaces = request.headers['x-ingest-replaces'];
    const taken = await letEncoderIn(kit, {
      key: key ?? '',
      offer: textOf(request.body),
      via: isListener ? 'rtmp' : 'whip',
      replaces: isListener && typeof replaces === 'string' ? replaces : undefined,
    }).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) wrongKeys.count(request);
      throw error;
    });
    if (taken.etag !== undefined) void reply.header('etag', taken.etag);
    for (const link of taken.links) void reply.header('link', link);
    return reply.status(201).header('location', `/whip/sessions/${taken.sessionId}`).type(sdp).send(taken.answer);
  };
  for (const path of ['/whip', '/whip/:streamKey']) {
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      if (!fromListener(request)) await knocks(request);
    };
    door.post(path, { schema: { hide: true }, onRequest }, knock);
    // No other answer: a page drawn for this address would write it into the log when it fails.
    door.get(path, { schema: { hide: true } }, async (_request, reply) => reply.status(204).send());
    door.options(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.status(204).header('accept-post', sdp).send(),
    );
  }
}

function sessions(door: FastifyInstance, kit: BroadcastKit, fromListener: (request: FastifyRequest) => boolean): void {
  const path = '/whip/sessions/:session';
  const calls = door.limit(sessionLimit, 'whip session');
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (!fromListener(request)) await calls(request);
  };
  door.options(path, { schema: { hide: true } }, async (_request, reply) =>
    reply.status(204).header('accept-patch', sdpFragment).send(),
  );
  door.get(path, { schema: { hide: true } }, async (_request, reply) => reply.status(204).send());
  door.delete(path, { schema: { hide: true }, onRequest }, async (request, reply) => {
    await stopEncoder(kit, sessionOf(request));
    return reply.status(200).send();
  });
  door.patch(path, { schema: { hide: true }, onRequest }, async (request, reply) => {
    const fragment = textOf(request.body);
    const answer = await patchEncoder(kit, sessionOf(request), { fragment, etag: request.headers['if-match'] ?? '' });
    if (answer.etag !== undefined) void reply.header('etag', answer.etag);
    if (answer.status === 200) return reply.status(200).type(sdpFragment).send(answer.fragment);
    return reply.status(answer.status).send();
  });
}

function jsonIn(body: unknown): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    throw refuse('bad_input', { detail: 'That is no JSON.' });
  }
}
