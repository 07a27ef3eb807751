import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { bringLivekitBinary } from '../../server/src/process/embedded/livekit-binary.ts';
import { startPostgres } from '../../server/src/process/embedded/postgres.ts';
import { homeSecret } from '../../server/src/process/home/home-secret.ts';
import { startPooler } from '../../server/test/pooler.ts';
import { startRedis } from '../../server/test/redis.ts';
import { startEngines } from './engines.ts';
import { keptPorts } from './kept-ports.ts';
import { answersAt, type Part, startPart, untilThere } from './part.ts';
import { startProxy } from './proxy.ts';
import { startStorage } from './storage.ts';

/**
 * A large installation as processes of one machine: two apps (the second takes encoders, too), PostgreSQL behind
 * pgBouncer, Redis, two nodes of LiveKit, an S3 server, and Caddy in front. Reads PORT, HOST, FRONTROW_HOME and the
 * settings of providers as `npm start` does.
 */
const checkout = resolve(import.meta.dirname, '../..');
const program = join(checkout, 'server/dist/main.js');
const home = resolve(checkout, process.env['FRONTROW_HOME'] ?? '.frontrow-cluster');
const port = Number(process.env['PORT'] ?? 3000);
const apps = [
  { name: 'app-1', rtmp: 'rtmp-1', roles: 'web,worker' },
  { name: 'app-2', rtmp: 'rtmp-2', roles: 'web,worker,rtmp' },
] as const;
const nodes = 2;
const connections = 20;
const quiet = { info: () => undefined, warn: (text: string) => void process.stderr.write(`${text}\n`) };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ends: (() => Promise<unknown>)[] = [];
let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const end of ends.toReversed()) await end().catch((error: unknown) => say(String(error)));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
const keep = (part: Part): Part => {
  ends.push(part.stop);
  return part;
};

async function start(): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const livekit = bringLivekitBinary({
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(home, 'cache'),
    tell: say,
  });
  const postgres = await startPostgres({ dir: join(home, 'postgres'), log: quiet });
  ends.push(postgres.stop);
  const pooler = await startPooler(postgres.appUrl, connections);
  ends.push(pooler.stop);
  const redis = await startRedis();
  ends.push(redis.kill);
  const storage = await startStorage(home);
  keep(storage.part);
  const binary = await livekit;
  if ('missing' in binary) throw new Error(binary.missing);
  const url = `http://127.0.0.1:${port}`;
  const engines = await startEngines(home, {
    binary: binary.path,
    redis: new URL(redis.url).host,
    webhookUrl: `${url}/api/webhooks/livekit`,
    nodes,
  });
  for (const part of engines.parts) keep(part);

  const ports = await keptPorts(home, ['engine', 'app-1', 'app-2', 'rtmp-1', 'rtmp-2']);
  const to = apps.map((app) => `127.0.0.1:${ports[app.name]}`);
  const proxy = keep(
    await startProxy(home, { app: { port, to }, engine: { port: ports.engine, to: engines.addresses } }),
  );
  const settings = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(RALLY|STRIPE|PAYPAL|FRONTROW_DEMO)/.test(name)),
    ),
    ...storage.settings,
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? url,
    FRONTROW_SECRET: homeSecret(home),
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.appUrl,
    DATABASE_MIGRATION_URL: postgres.url,
    REDIS_URL: redis.url,
    LIVEKIT_URL: `ws://127.0.0.1:${ports.engine}`,
    LIVEKIT_API_KEY: engines.keys.apiKey,
    LIVEKIT_API_SECRET: engines.keys.apiSecret,
  } as Record<string, string>;
  for (const { name, rtmp, roles } of apps) {
    const part = keep(
      startPart(home, name, [process.execPath, program], {
        ...settings,
        PORT: String(ports[name]),
        RTMP_PORT: String(ports[rtmp]),
        FRONTROW_HOME: join(home, name),
        FRONTROW_ROLES: roles,
      }),
    );
    // One after the other: the first brings schema and demo.
    await untilThere(part, home, answersAt(`http://127.0.0.1:${ports[name]}/readyz`));
  }
  await untilThere(proxy, home, answersAt(`${url}/readyz`));
  say(`\nFrontrow is ready: ${url}`);
  say(`  Two apps (${to.join(', ')}) behind Caddy; PostgreSQL behind pgBouncer; Redis; LiveKit on`);
  say(`  ${engines.addresses.join(' and ')}; files in S3. What each says is in ${home}/*.log\n`);
}

await start().catch(async (error: unknown) => {
  process.stderr.write(`The cluster could not be started: ${(error as Error).message}\n`);
  await stop(1);
});
