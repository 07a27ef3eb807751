import { accessTokenHeader, clientVersion } from '@frontrow/contract/kernel/headers.ts';
import swagger, { type SwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { matchesTag, strongTag } from '../entity-tag.ts';
import { documentsLimit } from '../limits/limits.ts';
import { keyScheme, tokenScheme } from '../routes/register-routes.ts';

const description: SwaggerOptions = {
  openapi: {
    info: {
      title: 'Frontrow',
      version: clientVersion,
      description:
        'Every answer is {"data": …}; every error is {"errors": [{message, code, field?}]}. ' +
        'Keys, scopes, limits and webhooks are in the [guide for hosts](/host-api.txt).',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        [tokenScheme]: { type: 'apiKey', in: 'header', name: accessTokenHeader },
        [keyScheme]: { type: 'http', scheme: 'bearer' },
      },
    },
  },
  transform: jsonSchemaTransform,
};

/** To be registered before the routes it describes. */
export const describeRoutes = async (app: FastifyInstance): Promise<void> =>
  void (await app.register(swagger, description));

type Documents = ReadonlyMap<string, Document>;

interface Document {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

const documentOf = (type: string, text: string): Document => {
  const bytes = Buffer.from(text);
  return { type, bytes, etag: strongTag(bytes) };
};

function send(request: FastifyRequest, reply: FastifyReply, { type, bytes, etag }: Document): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(bytes);
}

/** What the last app of this process wrote. Its routes name it: their schemas are constants of the contract. */
let written: { readonly routes: string; readonly documents: Documents } | undefined;

function writeDocuments(app: FastifyInstance): Documents {
  const routes = app.printRoutes({ commonPrefix: false });
  if (written?.routes === routes) return written.documents;
  const json = documentOf('application/json; charset=utf-8', JSON.stringify(app.swagger()));
  const yaml = documentOf('application/yaml; charset=utf-8', app.swagger({ yaml: true }));
  const documents = new Map([
    ['/api/openapi.json', json],
    ['/api/docs/json', json],
    ['/api/docs/yaml', yaml],
  ]);
  written = { routes, documents };
  return documents;
}

/**
 * `/api/openapi.json` and its page at `/api/docs`. The description never changes while the process runs and takes a
 * second of it to write, so it is written once. `beforeCalls`: when every route is known, so that no call waits for it;
 * otherwise for the first one who asks, because most processes of developers and tests end before anyone does.
 */
export async function apiDocuments(app: FastifyInstance, { beforeCalls }: { beforeCalls: boolean }): Promise<void> {
  let documents: Documents | undefined;
  const documentsOf = (): Documents => (documents ??= writeDocuments(app));
  if (beforeCalls) app.addHook('onReady', async () => void documentsOf());
  const limit = app.limit(documentsLimit, 'API documents');
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await limit(request);
    const document = documentsOf().get(request.routeOptions.url ?? '');
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
