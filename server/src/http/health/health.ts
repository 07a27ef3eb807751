import client from 'prom-client';
import { isSameSecret } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import type { PartState } from '../../ports/part-state.ts';
import { watchStorage } from './storage-health.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../process/config.ts';
import type { Db } from '../../db/db.ts';
import { isLoopback } from '../network-address.ts';
import { booksGauges } from './gauges.ts';
import type { Server } from 'node:http';

/** The state of each part that the product needs, looked up when it is asked for. */
export type PartStates = () => Promise<
  Readonly<Record<'database' | 'video' | 'mail' | 'cards' | 'wallets' | 'storage', PartState>>
>;

interface Parts {
  readonly states: PartStates;
  /** Storage has answered at least once since the start. */
  readonly storageWasReady: () => boolean;
  stop(): void;
}

/** Watches the parts that `/readyz` and the admin overview report. */
export function watchParts(
  kit: Pick<Kit, 'cards' | 'config' | 'db' | 'log' | 'mail' | 'storage' | 'video' | 'wallets'>,
  registry: client.Registry,
): Parts {
  const { config, db, log, storage } = kit;
  const files = watchStorage({ storage, log, home: config.home }, registry);
  return {
    async states() {
      const database: PartState = await db.query('SELECT 1').then(
        () => 'ready' as const,
        () => 'down' as const,
      );
      return {
        database,
        video: kit.video.state(),
        mail: kit.mail.state(),
        cards: kit.cards.state(),
        wallets: kit.wallets.state(),
        storage: await files.state(),
      };
    },
    storageWasReady: files.wasReady,
    stop: files.stop,
  };
}

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
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { metricsToken } = config;
    if (!(metricsToken ? isSameSecret(token, metricsToken) : isLoopback(request.ip))) throw refuse('forbidden');
    return reply.type(registry.contentType).send(await health.metrics.all());
  });
}

/** More requests than these wait for their answer only while many people want something at the same time. */
const rushMin = 16;

/** Whether this process is in a rush: what can wait then does. */
export function watchRush(server: Server): () => boolean {
  let underWay = 0;
  server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => underWay--);
  });
  return () => underWay >= rushMin;
}
