import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * The answer to a call as bytes. They were checked against the contract when they were made, so they are sent as they
 * are.
 */
export class PreparedAnswer {
  readonly body: Buffer;
  /** A strong tag made of the bytes, so it is the same in every process. */
  readonly etag: string;

  constructor(schema: z.ZodType, answer: unknown) {
    this.body = Buffer.from(JSON.stringify({ data: schema.parse(answer) }));
    this.etag = `"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`;
  }
}

/** Sends the bytes, or 304 to a client that has them already. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: PreparedAnswer,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  if (hasTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

const hasTag = (header: string | undefined, etag: string): boolean =>
  header === etag ||
  (header !== undefined &&
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'));
