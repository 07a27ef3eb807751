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
