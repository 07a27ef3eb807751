import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sdp = 'application/sdp';
export const sdpFragment = 'application/trickle-ice-sdpfrag';

export const corsHeaders = {
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
export function placeOf({ params }: FastifyRequest): Place {
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
export function checkMethod({ method }: FastifyRequest, reply: FastifyReply, { kind }: Place): void {
  if (methods[kind].includes(method)) return;
  void reply.header('allow', methods[kind].join(', '));
  throw refuse('whip_method', { method });
}

/** Throws `ingest_offer_type`, `ingest_candidates_type`. */
export function checkType({ headers, method }: FastifyRequest, { kind }: Place): void {
  if (method === 'DELETE') return;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const brings =
    type !== '' || headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (kind === 'endpoint' && brings && type !== sdp) throw refuse('ingest_offer_type');
  if (kind === 'session' && brings && type !== sdpFragment) throw refuse('ingest_candidates_type');
}
