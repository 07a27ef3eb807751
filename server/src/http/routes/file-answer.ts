import type { FastifyReply } from 'fastify';

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
