import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Schema } from '@frontrow/contract/kernel/endpoint.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Kit } from '../../kit.ts';
import { matchesTag, strongTag } from '../entity-tag.ts';

/** An answer that is a file to keep, of one person: no cache stores it. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;

  constructor(file: { readonly name: string; readonly type: string; readonly body: Buffer }) {
    this.name = file.name;
    this.type = file.type;
    this.body = file.body;
  }
}

export const sendFile = (reply: FastifyReply, { name, type, body }: FileAnswer): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .type(type)
    .send(body);

const keeping = {
  good: 'public, max-age=31536000, immutable',
  second: 'public, max-age=1',
  nothing: 'private, no-store',
} as const;

/** An answer that is bytes, and how long caches of anyone may keep it. */
export class CachedFile {
  readonly type: string;
  readonly body: Buffer;
  readonly keptFor: keyof typeof keeping;

  constructor(file: { readonly type: string; readonly body: Buffer; readonly keptFor: keyof typeof keeping }) {
    this.type = file.type;
    this.body = file.body;
    this.keptFor = file.keptFor;
  }
}

export const sendCached = (reply: FastifyReply, { type, body, keptFor }: CachedFile): FastifyReply =>
  reply.header('cache-control', keeping[keptFor]).type(type).send(body);

/**
 * The answer to a call as bytes. They were checked against the contract when they were made, so they are sent as they
 * are.
 */
export class PreparedAnswer {
  readonly body: Buffer;
  /** A strong tag made of the bytes, so it is the same in every process. */
  readonly etag: string;

  constructor(schema: Schema, answer: unknown) {
    this.body = Buffer.from(JSON.stringify({ data: z.parse(schema, answer) }));
    this.etag = strongTag(this.body);
  }
}

/** Sends the bytes, or 304 to a client that has them already. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: PreparedAnswer,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

export interface PreparedLists {
  /** The answer under this key, at most a second old; asked for once however many want it. */
  list(key: string, schema: Schema, make: () => Promise<unknown>): Promise<PreparedAnswer>;
  /** Something of a list changed in this process. */
  expire(): void;
}

const keptMax = 500;
const keptMs = 1_000;

/** Public lists as bytes, so that a rush to the first page costs one query a second per list. */
export function createPreparedLists({ clock }: Pick<Kit, 'clock'>): PreparedLists {
  const kept = new LRUCache<string, { until: number; page: Promise<PreparedAnswer> }>({ max: keptMax });

  const prepare = async (schema: Schema, make: () => Promise<unknown>): Promise<PreparedAnswer> =>
    new PreparedAnswer(schema, await make());

  return {
    expire: () => kept.clear(),
    list(key, schema, make) {
      const now = clock.now();
      const known = kept.get(key);
      if (known && known.until > now) return known.page;
      const page = prepare(schema, make);
      kept.set(key, { until: now + keptMs, page });
      // A failure is passed to those who waited and is not cached.
      page.catch(() => kept.peek(key)?.page === page && kept.delete(key));
      return page;
    },
  };
}
