import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Actor } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { api, type CallName } from '@frontrow/contract/api.ts';
import { errorBody, type Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { admit, type Authenticator } from '../callers/authenticate.ts';
import type { AdmittedScopes, ApiKeyGate } from '../callers/api-keys.ts';
import type { Limit, MissLimit } from '../limits/rate-limits.ts';
import { CachedFile, FileAnswer, sendCached, sendFile, PreparedAnswer, sendPrepared } from './prepared-answer.ts';
import type { AnyRoute, Policy } from './route.ts';
import { whileHeld, type Uploads } from '../files/keep-body.ts';
import { readFormOf, readForms, refuseByLength, type Upload } from '../files/upload.ts';
import { jsonBytesMax, type RateLimit } from '../limits/limits.ts';

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

interface BoundRoute {
  readonly call: CallName;
  readonly who: Policy;
  readonly limit: RateLimit;
  readonly keys?: AdmittedScopes;
  readonly bodyBytesMax?: number;
  readonly staleTokenIgnored?: true;
  readonly upload?: Upload;
  readonly prepared?: (params: never) => PreparedAnswer | undefined;
  handle(call: object): Promise<unknown>;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}

const eventOf = (request: FastifyRequest): string | undefined => {
  const { body, params } = request as { body?: { event_uuid?: unknown }; params?: { id?: unknown; uuid?: unknown } };
  const found = body?.event_uuid ?? params?.uuid ?? params?.id;
  return typeof found === 'string' ? found : undefined;
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const json = /^application\/json\s*(?:;\s*charset=utf-?8\s*)?$/i;
const form = /^multipart\/form-data\s*;/i;

/**
 * Each call reads one kind of body, and nothing that only looks like it; a form may also come as JSON.
 */
function checkContentType(request: FastifyRequest, endpoint: Endpoint): void {
  const type = request.headers['content-type'];
  if (type === undefined || request.method === 'GET' || json.test(type)) return;
  if (!endpoint.multipart || !form.test(type)) throw refuse('unsupported_media_type');
}

const missed =
  (misses: MissLimit, request: FastifyRequest) =>
  (error: unknown): never => {
    if (error instanceof Refusal && error.status === 404) misses.count(request);
    throw error;
  };

/**
 * Serves the whole call table under `/api`. A call of the contract without a route, or two routes for one call,
 * refuses to boot, so that nothing else decides who may call what. Calls that take a form are in a scope of their own,
 * where a parser accepts one.
 */
export async function registerRoutes(
  app: FastifyInstance,
  rows: readonly AnyRoute[],
  parts: Required<RouteParts>,
): Promise<void> {
  const routes = rows as unknown as readonly BoundRoute[];
  const seen = new Set<string>();
  for (const row of routes) {
    if (seen.has(row.call)) throw new Error(`two routes answer ${row.call}`);
    seen.add(row.call);
  }
  const missing = Object.keys(api).filter((call) => !seen.has(call));
  if (missing.length > 0) throw new Error(`no route answers ${missing.join(', ')}`);
  const takesForm = ({ call }: BoundRoute): boolean => (api[call] as Endpoint).multipart === true;
  for (const row of routes) if (!takesForm(row)) registerOne(app, row, parts);
  await app.register(async (scope) => {
    readForms(scope);
    for (const row of routes) if (takesForm(row)) registerOne(scope, row, parts);
  });
}

/**
 * Serves one more route at another path with everything a call has (schema, policy, limit): what benches compare
 * with.
 */
export const registerBeside = (app: FastifyInstance, row: AnyRoute, path: string, authenticator: Authenticator): void =>
  registerOne(app, row, { authenticator }, path);

/** The names that the description gives to an access token and to an API key. */
export const tokenScheme = 'accessToken';
export const keyScheme = 'apiKey';
const withToken = { [tokenScheme]: [] };
const withKey = { [keyScheme]: [] };

const keysDescription = (keys: AdmittedScopes): string =>
  keys === 'any' ? 'Takes any API key.' : `Takes an API key with the scope ${keys.join(' or ')}.`;

const schemaOf = (endpoint: Endpoint, { who, keys }: BoundRoute, path: string, status: number) => ({
  summary: endpoint.summary,
  tags: [path.split('/')[1] ?? 'system'],
  ...(keys && { description: keysDescription(keys) }),
  security: [...(who === 'anyone' ? [{}] : []), withToken, ...(keys ? [withKey] : [])],
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
  response: {
    [status]: endpoint.file
      ? { content: { [endpoint.file]: { schema: z.file() } } }
      : z.object({ data: endpoint.answer }),
    '4xx': errorBody,
    '5xx': errorBody,
  },
});

interface RouteParts {
  readonly authenticator: Authenticator;
  /** Left out: no API keys. */
  readonly keys?: ApiKeyGate;
  readonly uploads?: Uploads;
}

/** What reads the body of a call, where it is more than JSON of the usual size. */
function bodyHooks(row: BoundRoute, { uploads }: RouteParts) {
  const endpoint: Endpoint = api[row.call];
  const { bodyBytesMax = jsonBytesMax, upload } = row;
  if (!uploads) return {};
  return {
    ...(!upload && bodyBytesMax > jsonBytesMax && { preParsing: uploads.keepBody(bodyBytesMax) }),
    ...(endpoint.multipart && { preValidation: readFormOf(uploads, endpoint, row) }),
    // Where the form was refused after its file had come.
    ...(upload && { onResponse: async (request: FastifyRequest) => request.received?.discard() }),
  };
}

interface RouteLimits {
  readonly limit: Limit;
  readonly misses: MissLimit | undefined;
}

/**
 * Callers without access are refused before the body is read: no one uploads ten megabytes only to learn that they
 * must log in.
 */
function enterAs(actor: Actor, request: FastifyRequest, row: BoundRoute): void {
  request.actor = actor;
  if (row.who !== 'member' || actor.kind === 'anonymous') admit(row.who, actor, undefined);
}

const refuseLongUpload = (request: FastifyRequest, row: BoundRoute): void => {
  if (row.upload) refuseByLength(request, row.upload);
};

/** The key's own limit was asked already; what takes large bodies asks its own, too. */
async function enterByKey(caller: Promise<Actor>, request: FastifyRequest, row: BoundRoute, limit: Limit) {
  enterAs(await caller, request, row);
  if (row.bodyBytesMax) await limit(request);
  refuseLongUpload(request, row);
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Who is calling, whether they may, and whether they are within their limit: all before the body is read. */
function onRequestOf(row: BoundRoute, { authenticator, keys }: RouteParts, { limit, misses }: RouteLimits): OnRequest {
  const endpoint: Endpoint = api[row.call];
  return (request, reply, done) => {
    checkContentType(request, endpoint);
    const caller = keys?.caller(request, reply, row.keys);
    if (caller) return void enterByKey(caller, request, row, limit).then(() => done(), done);
    const token = headerOf(request, accessTokenHeader);
    const prepared = row.prepared?.(request.params as never);
    const account = prepared && authenticator.countsFor(token);
    if (prepared && account !== undefined) {
      const counted = limit(request, account);
      if (!counted) return void sendPrepared(request, reply, prepared);
      return void counted.then(() => sendPrepared(request, reply, prepared)).catch(done);
    }
    const enter = (actor: Actor): void | Promise<void> => {
      enterAs(actor, request, row);
      const within = (): void => {
        refuseLongUpload(request, row);
        done();
      };
      const counted = limit(request);
      const missedBefore = misses?.refuseOver(request);
      return counted || missedBefore ? Promise.all([counted, missedBefore]).then(within) : within();
    };
    const actor = authenticator.authenticate(token);
    if (!(actor instanceof Promise)) return void enter(actor)?.catch(done);
    actor
      .catch((error: unknown) => {
        if (row.staleTokenIgnored && error instanceof Refusal && error.code === 'token_invalid') return anonymous;
        throw error;
      })
      .then(enter)
      .catch(done);
  };
}

function registerOne(app: FastifyInstance, row: BoundRoute, parts: RouteParts, instead?: string): void {
  const endpoint: Endpoint = api[row.call];
  const [method, itsPath] = row.call.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  const path = instead ?? itsPath;
  const status = endpoint.status ?? 200;
  const limit = app.limit(row.limit, instead ?? row.call);
  const misses = row.limit.networkMax === undefined ? undefined : app.limitMisses(row.limit, instead ?? row.call);
  const zodApp = app.withTypeProvider<ZodTypeProvider>();
  zodApp.route({
    method,
    url: path,
    ...(row.bodyBytesMax && { bodyLimit: row.bodyBytesMax }),
    config: { ownLimit: true },
    schema: schemaOf(endpoint, row, path, status),
    onRequest: onRequestOf(row, parts, { limit, misses }),
    ...bodyHooks(row, parts),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = admit(row.who, request.actor, eventOf(request));
      const answering = row.handle({
        actor,
        params: request.params,
        query: request.query,
        body: request.body,
        address: request.ip,
        idempotencyKey: headerOf(request, 'idempotency-key'),
        file: request.received,
        header: (name: string) => headerOf(request, name),
        answerHeader: (name: string, value: string) => void reply.header(name, value),
      });
      const answered = misses ? answering.catch(missed(misses, request)) : answering;
      const answer = await (request.held || request.received ? whileHeld(request, answered) : answered);
      if (answer instanceof PreparedAnswer) return sendPrepared(request, reply, answer);
      if (answer instanceof FileAnswer) return sendFile(reply, answer);
      if (answer instanceof CachedFile) return sendCached(reply, answer);
      return reply.status(status).send({ data: answer });
    },
  });
}
