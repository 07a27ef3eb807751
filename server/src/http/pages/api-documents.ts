import { createHash } from 'node:crypto';
import { accessTokenHeader, clientVersion } from '@frontrow/contract/kernel/headers.ts';
import swagger, { type SwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { documentsLimit } from '../limits/limits.ts';
import { tokenScheme } from '../routes/register-routes.ts';

const description: SwaggerOptions = {
  openapi: {
    info: {
      title: 'Frontrow',
      version: clientVersion,
      description: 'Every answer is {"data": …}; every error is {"errors": [{message, code, field?}]}.',
    },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { [tokenScheme]: { type: 'apiKey', in: 'header', name: accessTokenHeader } } },
  },
  transform: jsonSchemaTransform,
};

/** To be registered before the routes it describes. */
export const describeRoutes = async (app: FastifyInstance): Promise<void> =>
  void (await app.register(swagger, description));

interface Document {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

const documentOf = (type: string, text: string): Document => {
  const bytes = Buffer.from(text);
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
};

function send(request: FastifyRequest, reply: FastifyReply, { type, bytes, etag }: Document): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type(type).send(bytes);
}

/**
 * `/api/openapi.json` and its page at `/api/docs`. The description never changes while the process runs and costs tens
 * of milliseconds to write, so it is written once, when every route is known.
 */
export async function apiDocuments(app: FastifyInstance): Promise<void> {
  const documents = new Map<string, Document>();
  app.addHook('onReady', async () => {
    const json = documentOf('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    documents.set('/api/openapi.json', json);
    documents.set('/api/docs/json', json);
    documents.set('/api/docs/yaml', documentOf('application/yaml; charset=utf-8', app.swagger({ yaml: true })));
  });
  const limit = app.limit(documentsLimit, 'API documents');
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await limit(request);
    const document = documents.get(request.routeOptions.url ?? '');
    if (document) await send(request, reply, document);
  };
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    answer(request, reply).then(() => {
      if (!reply.sent) done();
    }, done);
  };
  app.get('/openapi.json', { schema: { hide: true }, onRequest }, async (_request, reply) => reply.status(404).send());
  // Its page does not know where it is served.
  await app.register(swaggerUi, { routePrefix: '/docs', indexPrefix: '/api', uiHooks: { onRequest } });
}
