import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import type { Config } from '../../process/config.ts';
import type { Db } from '../../db/db.ts';
import type { PartState } from '../../ports/part-state.ts';
import { isLoopback } from '../addresses/network-address.ts';
import { booksGauges } from './books-gauges.ts';
import type { Parts } from './part-states.ts';

/** Where this process keeps its numbers, and how those of all that answer at its port are had. */
export interface Metrics {
  readonly registry: client.Registry;
  /** As Prometheus reads them. */
  all(): Promise<string>;
}

export function metricsOfOne(): Metrics {
  const registry = new client.Registry();
  return { registry, all: () => registry.metrics() };
}

const watched = new Set(['/healthz', '/readyz', '/metrics']);

export interface Health {
  readonly metrics: Metrics;
  readonly config: Config;
  readonly db: Db;
  readonly parts: Parts;
  /** True once migrations and demo content are there. */
  readonly started: () => boolean;
  /** Numbers of other parts, read when they are asked for. */
  readonly numbers: readonly client.Metric[];
}

/** `/healthz`, `/readyz` and `/metrics`. */
export async function healthRoutes(app: FastifyInstance, health: Health): Promise<void> {
  const { config, db, parts, started } = health;
  const { registry } = health.metrics;
  client.collectDefaultMetrics({ register: registry });
  for (const number of health.numbers) registry.registerMetric(number);
  booksGauges(db, registry);
  app.addHook('onClose', async () => parts.stop());
  const answered = new client.Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  // One child per method, route and status: finding it by its labels is what an observation costs.
  const observers = new Map<string, { observe(seconds: number): void }>();
  app.addHook('onResponse', ({ method, routeOptions: { url: route = 'none' } }, { statusCode, elapsedTime }, done) => {
    // What watches us is no traffic: it would make slow and failing calls look rare.
    if (watched.has(route)) return done();
    const key = `${method} ${route} ${statusCode}`;
    let observer = observers.get(key);
    if (!observer) observers.set(key, (observer = answered.labels({ method, route, status: statusCode })));
    observer.observe(elapsedTime / 1000);
    done();
  });

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.status(started() ? 200 : 503).send({ ok: started() }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { database, video, mail, cards, wallets, storage } = await parts.states();
    const payments: PartState = [cards, wallets].includes('down') ? 'down' : 'ready';
    // A bucket that stays away later takes pictures from pages that still sell tickets: no reason to take the pages.
    const isReady = database === 'ready' && started() && parts.storageWasReady();
    return reply.status(isReady ? 200 : 503).send({ database, video, mail, payments, storage });
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const local = isLoopback(request.ip);
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    if (!(config.metricsToken ? token === config.metricsToken : local)) throw refuse('forbidden');
    return reply.type(registry.contentType).send(await health.metrics.all());
  });
}
