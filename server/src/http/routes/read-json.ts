import type { FastifyInstance } from 'fastify';

/**
 * Reads the JSON of calls. An empty body counts as an empty object: a call that needs nothing answers, and any other
 * one names the fields that it misses.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, String(body), done),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'POST' && request.body === undefined) request.body = {};
    done();
  });
}
