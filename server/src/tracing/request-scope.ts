import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, type Span, SpanKind, SpanStatusCode, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, tracer } from './spans.ts';

/** Never the request: what starts within it, such as a timer, would keep a form with its pictures in memory. */
interface Scope {
  readonly id: string;
  /** As the client names it. */
  readonly language: string | undefined;
}
const scopes = new AsyncLocalStorage<Scope>();

/** The id of the request that is being answered; every line of the log names it. */
export const requestIdNow = (): string | undefined => scopes.getStore()?.id;

/** What the request that is being answered says of its language; undefined in jobs. */
export const languageHeaderNow = (): string | undefined => scopes.getStore()?.language;

/**
 * What a request does is done in its name: `requestIdNow` and, where traces are collected, a span by its route's
 * pattern. Never by its address, which may hold secrets.
 */
export function scopeRequests(app: FastifyInstance): void {
  const going = new WeakMap<FastifyRequest, { readonly span: Span; readonly within: Context }>();
  const inScope = (request: FastifyRequest, done: () => void): void => {
    const its = going.get(request);
    const scope = { id: request.id, language: request.headers['content-language'] };
    scopes.run(scope, its ? () => context.with(its.within, done) : done);
  };
  const begin = (request: FastifyRequest): void => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'no such address';
    const attributes = { 'http.request.method': method, 'http.route': route, 'frontrow.request_id': request.id };
    // What a stranger names as its trace is not ours.
    const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    going.set(request, { span, within: trace.setSpan(ROOT_CONTEXT, span) });
  };
  const end = (request: FastifyRequest, status: number | undefined): void => {
    const span = going.get(request)?.span;
    going.delete(request);
    if (status !== undefined) span?.setAttribute('http.response.status_code', status);
    if (status === undefined || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (isTracing()) begin(request);
    inScope(request, done);
  });
  // A body is read in the name of its connection.
  app.addHook('preValidation', (request, _reply, done) => inScope(request, done));
  if (!isTracing()) return;
  app.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, undefined);
    done();
  });
}
