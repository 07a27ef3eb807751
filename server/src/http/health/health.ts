import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import type { Config } from '../../process/config.ts';
import type { Db } from '../../db/db.ts';
import type { CardPayments } from '../../ports/card-payments.ts';
import type { Logger } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { PartState } from '../../ports/part-state.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Video } from '../../ports/video.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';
import { isLoopback } from '../addresses/network-address.ts';
import { booksGauges } from './books-gauges.ts';
import { watchStorage } from './storage-health.ts';

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

export interface Health {
  readonly metrics: Metrics;
  readonly config: Config;
  readonly db: Db;
  readonly video: Video;
  readonly mail: Mail;
  readonly cards: CardPayments;
  readonly wallets: WalletPayments;
  readonly storage: Storage;
  readonly log: Logger;
  /** True once migrations and demo content are there. */
  readonly started: () => boolean;
  /** Numbers of other parts, read when they are asked for. */
  readonly numbers: readonly client.Metric[];
}

/** `/healthz`, `/readyz` and `/metrics`. */
export async function healthRoutes(app: FastifyInstance, health: Health): Promise<void> {
  const { config, db, video, mail, cards, wallets, started } = health;
  const { registry } = health.metrics;
  client.collectDefaultMetrics({ register: registry });
  for (const number of health.numbers) registry.registerMetric(number);
  booksGauges(db, registry);
  const files = watchStorage({ storage: health.storage, log: health.log, home: config.home }, registry);
  app.addHook('onClose', async () => files.stop());
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
    const database: PartState = await db.query('SELECT 1').then(
      () => 'ready' as const,
      () => 'down' as const,
    );
    const payments: PartState = [cards, wallets].some((provider) => provider.state() === 'down') ? 'down' : 'ready';
    const storage = await files.state();
    const parts = { database, video: video.state(), mail: mail.state(), payments, storage };
    // A bucket that stays away later takes pictures from pages that still sell tickets: no reason to take the pages.
    const isReady = database === 'ready' && started() && files.wasReady();
    return reply.status(isReady ? 200 : 503).send(parts);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const local = isLoopback(request.ip);
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    if (!(config.metricsToken ? token === config.metricsToken : local)) throw refuse('forbidden');
    return reply.type(registry.contentType).send(await health.metrics.all());
  });
}
