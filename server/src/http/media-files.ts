import { Readable } from 'node:stream';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../ports/storage.ts';
import { byteRange } from './byte-range.ts';

/** Our own keys: folders and one file, nothing that could climb. */
const keyText = /^(?:[a-z0-9][a-z0-9-]*\/){1,3}[A-Za-z0-9_-]{1,120}\.(webp|avif|png|jpg|mp4|mov)$/;
const contentTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};
/** Streamed, in the parts a player asks for. */
const videoKinds: ReadonlySet<string> = new Set(['mp4', 'mov']);
const keptSeconds = 31_536_000;

/** Makes a file that is wanted and not there; undefined when nobody knows how. */
export type MissingFile = (key: string) => Promise<Uint8Array | undefined>;

/** Stored files under `/media/`: a key is never written twice with other bytes, so browsers keep it for good. */
export function mediaFiles(
  storage: Storage,
  missing: MissingFile | undefined,
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
      const key = request.params['*'];
      const kind = keyText.exec(key)?.[1];
      if (!kind) throw refuse('not_found');
      const etag = `"${key}"`;
      void reply
        .header('cache-control', `public, max-age=${keptSeconds}, immutable`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      if (videoKinds.has(kind)) return sendVideo(storage, key, request, reply.type(contentTypes[kind]!));
      const bytes = (await storage.get(key))?.bytes ?? (await missing?.(key));
      if (!bytes) {
        void reply.header('cache-control', 'no-store').removeHeader('etag');
        throw refuse('not_found');
      }
      return reply
        .type(contentTypes[kind] ?? 'application/octet-stream')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  };
}

async function sendVideo(
  storage: Storage,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const size = await storage.size(key);
  if (size === undefined) {
    void reply.header('cache-control', 'no-store').removeHeader('etag');
    throw refuse('not_found');
  }
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === reply.getHeader('etag');
  const range = asked ? byteRange(request.headers.range, size) : 'whole';
  void reply.header('accept-ranges', 'bytes');
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.read(key, start, end));
}
