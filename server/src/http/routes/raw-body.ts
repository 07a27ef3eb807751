import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bodies of these routes are their text as it came, of any type: a signature covers each byte. */
export function readRawBodies(app: FastifyInstance, bytesMax: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bytesMax }, (_request, body, done) => done(null, body));
}

export const rawBodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

/** Each header once; of one that came several times the first. */
export const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
