import process from 'node:process';
import { type App, createApp } from '../../app.ts';
import { migrate } from '../../db/migrate.ts';
import { seedDemo } from '../../demo/seed-demo.ts';
import type { Config } from '../config.ts';
import { waitingConnectionsMax } from '../hold-port.ts';
import { createLog } from '../process-log.ts';
import { WorkerMetrics } from './cluster-metrics.ts';
import { type FromAppProcess, SharedParts, type ToAppProcess } from './shared-parts.ts';

/**
 * One of several processes that answer calls behind one port. It obeys the primary alone: a signal of the
 * terminal reaches all of them, and only the first knows the order in which they end.
 */
export function runAppProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  let parts: SharedParts | undefined;
  let starting: Promise<App> | undefined;
  const metrics = new WorkerMetrics(tell);
  let ending: Promise<void> | undefined;
  // The primary died.
  process.on('disconnect', () => void (ending ??= end(starting)));
  process.on('message', (message: ToAppProcess) => {
    if (message.is === 'begin') {
      parts = new SharedParts(message.parts);
      starting = begin(message, parts, metrics);
      tellHowItEnds(starting);
    } else if (message.is === 'migrate') {
      const { config, databaseUrl, ownerUrl } = message;
      tellHowItEnds(migrate(ownerUrl, createLog(config), { appUrl: databaseUrl }));
    } else if (message.is === 'parts') parts?.change(message.parts);
    else if (message.is === 'end') ending ??= end(starting);
    else metrics.onMessage(message);
  });
}

const tellHowItEnds = (work: Promise<unknown>): void =>
  void work.then(
    () => tell({ is: 'ready' }),
    (error: unknown) => {
      tell({ is: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      setTimeout(() => process.exit(1), 1000);
    },
  );

/** Long enough for calls to payment providers to finish. */
const stopWithinMs = 30_000;

/** If the primary is gone, nobody needs the answer. */
const tell = (message: FromAppProcess): void => void process.send?.(message, undefined, undefined, () => undefined);

async function begin(
  { config, databaseUrl, directUrl, number }: Extract<ToAppProcess, { is: 'begin' }>,
  parts: SharedParts,
  metrics: WorkerMetrics,
): Promise<App> {
  const { video } = parts;
  const app = await createApp(withSealing(config), {
    log: createLog(config, { number }),
    databaseUrl,
    directUrl,
    rtmp: parts.rtmp,
    metrics,
    ...(video && { videoEngine: video }),
    paintsCovers: number === 1,
  });
  if (config.demo && number === 1) await seedDemo(app.kit);
  app.start();
  await app.http.listen({ host: config.host, port: config.port, backlog: waitingConnectionsMax });
  app.ready();
  return app;
}

/** A primary of the previous release does not know of sealing secrets, and starts workers of this one. */
const withSealing = (config: Config): Config => ({ ...config, sealing: config.sealing ?? noSecrets });
const noSecrets = { secret: undefined, accepted: undefined };

async function end(starting: Promise<App> | undefined): Promise<void> {
  const app = await starting?.catch(() => undefined);
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  await app?.stop().catch(() => undefined);
  process.exit(0);
}
