import { sdpBytesMax } from '@frontrow/core/broadcast/limits.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../../http/limits/limits.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { listenerCheck, streamKeyIn } from '../stream-keys.ts';
import { connectEncoder, reportHealth, sessionOrRefuse, stopEncoder } from './encoders.ts';
import { credentialsHash, encoderToken } from './ingest-sessions.ts';
import { readFragment } from './sdp/fragment.ts';

/** Of each network. Encoders that reconnect knock every few seconds; our listener speaks for many and has no limit. */
const offerLimit: RateLimit = { max: 120, windowMs: minutes(1) };
const sessionLimit: RateLimit = { max: 600, windowMs: minutes(1) };
const wrongKeyLimit: RateLimit = { max: 20, windowMs: minutes(1) };

/** The last three match addresses with a slash too many, which people type at encoders. */
const addresses = ['/whip', '/whip/:streamKey', '/whip/sessions/:session', '/whip/*', '//whip', '//whip/*'];
const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/**
 * The encoders' endpoint (RFC 9725): an offer with a stream key in, the engine's answer out. It is outside `/api`, as
 * encoders know nothing of our calls, and any web page may use it: a stream key is all that counts. The engine gets an
 * offer, its end and later candidates, each written by us from what was parsed; everything else is answered here
 * (docs/decisions/0089). No key, and no address that holds one, is ever logged: routes are named by their pattern.
 */
export const whipRoutes =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const fromListener = listenerCheck(deps);
    await app.register(async (whip) => {
      whip.removeAllContentTypeParsers();
      // Our RTMP listener calls for all encoders from one address.
      whip.addHook('onRoute', (route) => void (route.config = { ...route.config, ownLimit: true }));
      whip.addContentTypeParser(
        [sdp, sdpFragment],
        { parseAs: 'string', bodyLimit: sdpBytesMax },
        (_request, body, done) => done(null, body),
      );
      const limits = {
        endpoint: whip.limit(offerLimit, 'whip'),
        session: whip.limit(sessionLimit, 'whip session'),
      };
      const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        void reply.headers(corsHeaders);
        const place = placeOf(request);
        if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
        if (!fromListener(request)) await limits[place.kind](request);
        checkMethod(request, reply, place);
        checkType(request, place);
      };
      const handler = answering(whip, deps, fromListener);
      for (const url of addresses)
        whip.route({
          method: ['GET', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'PUT'],
          url,
          schema: { hide: true },
          onRequest,
          handler,
        });
    });
    await app.register(async (reports) => {
      reports.removeAllContentTypeParsers();
      reports.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: sdpBytesMax },
        (_request, body, done) => done(null, body),
      );
      reports.post(
        '/whip/sessions/:session/health',
        { schema: { hide: true }, config: { ownLimit: true } },
        async (request, reply) => {
          void reply.headers(corsHeaders);
          if (!fromListener(request)) throw refuse('listener_only');
          const { session } = request.params as { session: string };
          return reply.send({ data: await reportHealth(deps, session, jsonIn(request.body)) });
        },
      );
    });
  };

function answering(
  whip: FastifyInstance,
  deps: BroadcastDeps,
  fromListener: (request: FastifyRequest) => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const wrongKeys = whip.limitMisses(wrongKeyLimit, 'whip');
  const takeOffer = async (request: FastifyRequest, reply: FastifyReply, inPath: string | undefined) => {
    const isListener = fromListener(request);
    // The listener speaks for everyone who sends by RTMP.
    if (!isListener) await wrongKeys.refuseOver(request);
    const replaces = request.headers['x-ingest-replaces'];
    const asked = async () =>
      connectEncoder(deps, {
        key: streamKeyIn(request, inPath),
        offer: textOf(request.body),
        via: isListener ? 'rtmp' : 'whip',
        replaces: isListener && typeof replaces === 'string' ? replaces : undefined,
      });
    const taken = await asked().catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) {
        wrongKeys.count(request);
        void reply.header('www-authenticate', 'Bearer');
      }
      throw error;
    });
    if (taken.iceTag !== undefined) void reply.header('etag', etagOf(taken.iceTag));
    for (const link of taken.links) void reply.header('link', link);
    return reply.status(201).header('location', `/whip/sessions/${taken.sessionId}`).type(sdp).send(taken.answer);
  };
  return async (request, reply) => {
    const place = placeOf(request);
    const { method } = request;
    if (method === 'OPTIONS')
      return reply
        .status(204)
        .header(
          place.kind === 'endpoint' ? 'accept-post' : 'accept-patch',
          place.kind === 'endpoint' ? sdp : sdpFragment,
        )
        .send();
    // No other answer: a page drawn for this address would write it into the log when it fails.
    if (method === 'GET' || method === 'HEAD') return reply.status(204).send();
    if (place.kind === 'endpoint') return takeOffer(request, reply, place.key);
    if (method === 'DELETE') {
      await stopEncoder(deps, place.session);
      return reply.status(200).send();
    }
    await addLateCandidates(deps, place.session, { ifMatch: request.headers['if-match'], body: textOf(request.body) });
    return reply.status(204).send();
  };
}

function jsonIn(body: unknown): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    throw refuse('bad_input', { detail: 'That is no JSON.' });
  }
}

/** The ETag of a connection: an entity tag is quoted, and the engine's name of the connection is not. */
const etagOf = (iceTag: string): string => `"${iceTag.replaceAll('"', '')}"`;

const tagsIn = (ifMatch: string): string[] => ifMatch.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));

/**
 * Passes on the candidates that an encoder found after its offer, and nothing else: a connection is not restarted,
 * which RFC 9725 lets a server decline. Throws `ingest_session_unknown`, `ingest_gone`, `ingest_tag_missing`,
 * `ingest_tag_stale`, `ingest_no_restart`, `ingest_candidates_bad`.
 */
async function addLateCandidates(
  deps: BroadcastDeps,
  sessionId: string,
  { ifMatch, body }: { readonly ifMatch: string | undefined; readonly body: string },
): Promise<void> {
  const session = await sessionOrRefuse(deps.db, sessionId);
  const { ended, connection, ice } = session;
  if (ended || connection === undefined) throw refuse('ingest_gone');
  if (ifMatch === undefined || ifMatch.trim() === '') throw refuse('ingest_tag_missing');
  const tags = tagsIn(ifMatch);
  if (tags.includes('*')) throw refuse('ingest_no_restart');
  if (!ice || !tags.includes(etagOf(ice.tag).slice(1, -1))) throw refuse('ingest_tag_stale');
  const given = readFragment(body);
  if (!credentialsHash(given).equals(ice.hash)) throw refuse('ingest_no_restart');
  const fragment = given.fragmentFor(ice);
  if (fragment === undefined) return;
  const answer = await deps.video.addCandidates(encoderToken(session.eventUuid), connection, {
    fragment,
    iceTag: ice.tag,
  });
  if (answer === 'gone') throw refuse('ingest_gone');
}

export const sdp = 'application/sdp';
const sdpFragment = 'application/trickle-ice-sdpfrag';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-expose-headers': 'location, etag, link, retry-after',
  'cache-control': 'no-store',
};

/** Where offers are sent, with or without a key in the path, or an encoder's session. */
export type Place =
  | { readonly kind: 'endpoint'; readonly key: string | undefined }
  | { readonly kind: 'session'; readonly session: string };

/** The place of an address, whatever slashes it has too many. Throws `whip_address_unknown`. */
function placeOf({ params }: FastifyRequest): Place {
  const { streamKey, session, '*': rest } = params as Readonly<Record<string, string | undefined>>;
  if (session) return { kind: 'session', session };
  const [first, second, more] = (rest ?? streamKey ?? '').split('/').filter((part) => part !== '');
  if (first === 'sessions' && second !== undefined && more === undefined) return { kind: 'session', session: second };
  if (second !== undefined) throw refuse('whip_address_unknown');
  return { kind: 'endpoint', key: first };
}

const methods: Readonly<Record<Place['kind'], readonly string[]>> = {
  endpoint: ['POST', 'GET', 'HEAD', 'OPTIONS'],
  session: ['PATCH', 'DELETE', 'GET', 'HEAD', 'OPTIONS'],
};

/** Throws `whip_method`. */
function checkMethod({ method }: FastifyRequest, reply: FastifyReply, { kind }: Place): void {
  if (methods[kind].includes(method)) return;
  void reply.header('allow', methods[kind].join(', '));
  throw refuse('whip_method', { method });
}

/** Throws `ingest_offer_type`, `ingest_candidates_type`. */
function checkType({ headers, method }: FastifyRequest, { kind }: Place): void {
  if (method === 'DELETE') return;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const brings =
    type !== '' || headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (kind === 'endpoint' && brings && type !== sdp) throw refuse('ingest_offer_type');
  if (kind === 'session' && brings && type !== sdpFragment) throw refuse('ingest_candidates_type');
}
