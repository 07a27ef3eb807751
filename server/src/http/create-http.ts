import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../process/config.ts';
import type { Feature } from '../feature.ts';
import type { Ids } from '../ids.ts';
import type { OpenRateCounter } from '../ports/rate-counters.ts';
import type { Logger, SecurityLog } from '../ports/log.ts';
import { isSignalUpgrade } from '../signaling/engine-request.ts';
import {
  answerErrors,
  errorBodyOf,
  answerTooSlow,
  answerUnmet,
  answerUnreadable,
  namesHost,
} from './errors/answer-errors.ts';
import { type ApiKeyReader, createApiKeyGate } from './callers/api-keys.ts';
import { markWrites, type Authenticator } from './callers/authenticate.ts';
import { bringsBody, limitBodyTime } from './limits/body-limits.ts';
import { jsonBytesMax } from './limits/limits.ts';
import { trustedProxies } from './addresses.ts';
import { addressLimits, rateLimits } from './limits/rate-limits.ts';
import { apiDocuments, describeRoutes } from './pages/api-documents.ts';
import type { DrawnPages } from '../pages/drawn-pages.ts';
import { readJson, registerRoutes } from './routes/register-routes.ts';
import { dataHeaders, pageHeaders, securityHeaders } from './headers/security-headers.ts';
import { scopeRequests } from '../tracing/request-scope.ts';
import type { ReceiveLimits } from './files/receive-file.ts';
import { openUploads } from './files/keep-body.ts';
import { pageOfNoAddress, webPages } from './pages/web-pages.ts';

export interface HttpParts {
  readonly config: Config;
  readonly ids: Ids;
  readonly log: Logger;
  readonly security: SecurityLog;
  readonly features: readonly Feature[];
  readonly authenticator: Authenticator;
  readonly apiKeys: ApiKeyReader;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly drawn: DrawnPages;
  readonly openRateCounter: OpenRateCounter;
  /** Counts of this process alone. */
  readonly openOwnRateCounter: OpenRateCounter;
  /** Tests wait less long for bodies that do not arrive. */
  readonly bodyTimes?: BodyTimes | undefined;
}

export interface BodyTimes {
  readonly msMax?: number;
  readonly rate?: Pick<ReceiveLimits, 'windowMs' | 'windowBytesMin'>;
}

/**
 * The HTTP side of the product: headers, limits, errors, the call table under `/api`, OpenAPI, and the features' own
 * pages.
 */
export async function createHttp({
  config,
  ids,
  log,
  security,
  features,
  authenticator,
  apiKeys,
  pages,
  drawn,
  openRateCounter,
  openOwnRateCounter,
  bodyTimes,
}: HttpParts): Promise<FastifyInstance> {
  const headers = pageHeaders(config);
  const answeredByPage = pageOfNoAddress(pages, headers);
  const app = Fastify({
    // An address that cannot be read never gets to a route, nor to a hook.
    frameworkErrors: (error, request, anyReply) => {
      const reply = anyReply as unknown as FastifyReply;
      if (answeredByPage(request as unknown as FastifyRequest, reply)) return;
      void reply
        .headers(dataHeaders(config))
        .status(400)
        .send(errorBodyOf(refuse('bad_input', { detail: error.message })));
    },
    clientErrorHandler: answerUnreadable(config),
    // Of all requests of all processes.
    genReqId: () => ids.uuid(),
    bodyLimit: jsonBytesMax,
    trustProxy: config.production && trustedProxies,
    // Bodies have a clock each.
    requestTimeout: 0,
    // Clients that do not know yet that this process stops are still answered, so nothing fails while the next one
    // takes over.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    http: {
      // Most requests bring no body: theirs need not be a stream that ends.
      optimizeEmptyRequests: true,
      requireHostHeader: false,
      headersTimeout: minutes(1),
      // An upgrade that nobody takes is an ordinary request.
      shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/socket.io/') || isSignalUpgrade(url),
    },
  });
  app.server.on('checkExpectation', answerUnmet(config));
  limitBodyTime(app.server, answerTooSlow(config), bodyTimes?.msMax);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Calls speak JSON; pages and webhooks that read something else say so themselves.
  app.removeContentTypeParser('text/plain');
  scopeRequests(app);
  answerErrors(app, { log, security });

  securityHeaders(app, config);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // Without a body its type says nothing. Node does not end what was never begun (`optimizeEmptyRequests`), so a
    // parser would wait for it forever.
    if (!bringsBody(raw)) delete raw.headers['content-type'];
    done(
      namesHost(raw) ? undefined : refuse('bad_input', { detail: 'That request does not say which host it is for.' }),
    );
  });
  addressLimits(app, config, openOwnRateCounter);
  rateLimits(app, config, openRateCounter);
  await describeRoutes(app);

  await serveCalls(app, { config, ids, features, authenticator, apiKeys, openRateCounter, bodyTimes });
  for (const feature of features) if (feature.plugin) await app.register(feature.plugin);
  await webPages(app, { dist: pages, headers, drawn, log, config, openOwnRateCounter });
  return app;
}

/** The call table under `/api`, and its description for people and programs. */
async function serveCalls(
  app: FastifyInstance,
  {
    config,
    ids,
    features,
    authenticator,
    apiKeys,
    openRateCounter,
    bodyTimes,
  }: Pick<HttpParts, 'config' | 'ids' | 'features' | 'authenticator' | 'apiKeys' | 'openRateCounter' | 'bodyTimes'>,
): Promise<void> {
  await app.register(
    async (api) => {
      readJson(api);
      if (config.databaseReadUrl) markWrites(api, config);
      await registerRoutes(
        api,
        features.flatMap((feature) => feature.routes ?? []),
        {
          authenticator,
          keys: createApiKeyGate(api, apiKeys, openRateCounter),
          uploads: openUploads(config.home, ids, bodyTimes?.rate),
        },
      );
      await apiDocuments(api, { beforeCalls: config.production });
    },
    { prefix: '/api' },
  );
}
