import { Readable } from 'node:stream';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AvifCovers } from '../../media/avif-covers.ts';
import type { Storage } from '../../ports/storage.ts';
import { avatarSvg } from '@frontrow/artwork/avatars.ts';
import { matchesTag } from '../entity-tag.ts';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range a `Range` header asks for (RFC 9110): `whole` when it asks for none, for several or in words we do
 * not know, `none` when it lies outside the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return 'whole';
  const [, first = '', last = ''] = found;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return 'whole';
  return start <= end ? { start, end } : 'none';
}

/**
 * Sets the head of an answer with a file for one person alone, or with the range of it that was asked for. Returns
 * which bytes to send; undefined where the range lies outside the file, which is answered 416 without a body.
 */
export function answerPrivateFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, type }: { readonly size: number; readonly type: string },
): ByteRange | undefined {
  void reply
    .type(type)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('accept-ranges', 'bytes');
  const range = byteRange(request.headers.range, size);
  if (range === 'none') {
    void reply.status(416).header('content-range', `bytes */${size}`);
    return undefined;
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return { start, end };
}

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
const kept = 'public, max-age=31536000, immutable';
/** While a smaller picture is being made: asked for again soon, by caches that serve many as well. */
const keptMeanwhile = 'public, max-age=60';

/** Whether a browser says by name that it shows AVIF: asterisks come from those that do not know it. */
const readsAvif = (accept = ''): boolean =>
  accept.split(',').some((kind) => /^\s*image\/avif\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(kind));

/** Makes a file that is wanted and not there; undefined when nobody knows how. */
export type MissingFile = (key: string) => Promise<Uint8Array | undefined>;

interface PictureDeps {
  readonly storage: Storage;
  readonly avif: AvifCovers;
  readonly missing: MissingFile | undefined;
}

/**
 * Stored files under `/media/`: a key is never written twice with other bytes, so browsers keep it for good. Covers
 * are answered as AVIF to those who read it, from the same address.
 */
export function mediaFiles({ storage, avif, missing }: PictureDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.addHook('onClose', avif.stop);
    // A failure is no file: nothing may keep it.
    app.addHook('onError', async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      for (const name of ['etag', 'content-type', 'content-length', 'accept-ranges', 'vary'])
        void reply.removeHeader(name);
    });
    app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
      const key = request.params['*'];
      const kind = keyText.exec(key)?.[1];
      if (!kind) throw refuse('not_found');
      void reply
        .header('cache-control', kept)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('etag', `"${key}"`);
      if (!videoKinds.has(kind)) {
        void reply.type(contentTypes[kind]!);
        // Shown in frames on other websites, where ours may have no origin.
        void reply.header('cross-origin-resource-policy', 'cross-origin');
        return sendPicture({ storage, avif, missing }, key, request, reply);
      }
      if (isKnown(request, `"${key}"`)) return reply.status(304).send();
      return sendInRanges(storage, key, request, reply.type(contentTypes[kind]!));
    });
  };
}

/**
 * Whether the sender has this file. Names are unique and files never change, so a matching tag is always current; `*`
 * matches only what is stored, which is not looked up for it.
 */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known?.trim() !== '*' && matchesTag(known, tag);
}

async function sendPicture(
  { storage, avif, missing }: PictureDeps,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const avifKey = avif.keyOf(key);
  if (avifKey) void reply.header('vary', 'accept');
  const asksAvif = avifKey !== undefined && readsAvif(request.headers.accept);
  if (asksAvif && isKnown(request, `"${avifKey}"`)) return reply.status(304).header('etag', `"${avifKey}"`).send();
  const small = asksAvif ? (await storage.get(avifKey))?.bytes : undefined;
  if (small) void reply.type(contentTypes['avif']!).header('etag', `"${avifKey}"`);
  const hasIt = !small && isKnown(request, `"${key}"`);
  const bytes = small ?? (hasIt ? undefined : ((await storage.get(key))?.bytes ?? (await missing?.(key))));
  if (!bytes && !hasIt) throw refuse('not_found');
  if (asksAvif && !small && bytes && avif.begin(key)) void reply.header('cache-control', keptMeanwhile);
  if (!bytes || hasIt) return reply.status(304).send();
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Answers with a stored file, or with the range of it that was asked for; `etag` and type are set by the caller. */
export async function sendInRanges(
  storage: Storage,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const size = await storage.size(key);
  if (size === undefined) throw refuse('not_found');
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === reply.getHeader('etag');
  const range = asked ? byteRange(request.headers.range, size) : 'whole';
  void reply.header('accept-ranges', 'bytes');
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.read(key, start, end));
}

/** The longest name that is drawn, in UTF-16 units: longer than any username. */
const nameUnitsMax = 100;

/**
 * `GET /avatars/{username}.svg`: the face of who has no picture. A name is always drawn alike, so browsers keep it for
 * good. Any name is drawn, and none is looked up: the answer tells nobody who has an account.
 */
export async function drawnAvatars(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>('/avatars/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const name = file.slice(0, -'.svg'.length);
    if (!file.endsWith('.svg') || name.length > nameUnitsMax) throw refuse('not_found');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(avatarSvg(name));
  });
}
