import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { bringLivekitBinary } from '../../server/src/process/embedded/livekit-binary.ts';
import { type RunningPostgres, startPostgres } from '../../server/src/process/embedded/postgres.ts';
import { forwardedUrl } from '../../server/src/http/addresses.ts';
import { dataDirSecret } from '../../server/src/process/data-dir/data-dir.ts';
import { startPooler } from '../../server/test/pooler.ts';
import { startRedis, type TestRedis } from '../../server/test/redis.ts';
import { type Engines, startEngines } from './engines.ts';
import { type Line, startLine } from '../../server/test/network-proxy.ts';
import { keptPorts } from './kept-ports.ts';
import { answersAt, type Part, startPart, untilThere } from './part.ts';
import { startProxy } from './proxy.ts';
import { startStorage } from './storage.ts';

const checkout = resolve(import.meta.dirname, '../..');
const program = join(checkout, 'server/dist/main.js');
const apps = [
  { name: 'app-1', rtmp: 'rtmp-1', roles: 'web,worker' },
  { name: 'app-2', rtmp: 'rtmp-2', roles: 'web,worker,rtmp' },
] as const;
const nodes = 2;
const connections = 20;
/** Room for the demo and what WAL keeps. */
const diskMegabytes = 1024;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quiet = { info: () => undefined, warn: (text: string) => void process.stderr.write(`${text}\n`) };

export interface ClusterWishes {
  readonly home: string;
  readonly port: number;
  /** Whether apps find database and Redis at the end of a line, which can be cut, and PostgreSQL has a small disk. */
  readonly withLines: boolean;
  /** Settings of the apps in addition to those of the parts. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface Faults {
  readonly clockMs?: number;
  readonly namesAreGone?: boolean;
}

export interface Cluster {
  readonly url: string;
  readonly apps: readonly Part[];
  /** Where each app listens. */
  readonly to: readonly string[];
  readonly engines: Engines;
  /** Where browsers reach the engines: through the apps. */
  readonly engineUrl: string;
  readonly proxy: Part;
  readonly storage: Part;
  readonly postgres: RunningPostgres;
  readonly redis: TestRedis;
  /** Gives an app another clock, or takes the names of hosts from it (faults.mjs); nothing: as it is. */
  beset(app: Part, faults: Faults): void;
  /** A small disk that only PostgreSQL is on; where we are not root there is none. */
  readonly disk: string | undefined;
  readonly lines: { readonly database: readonly Line[]; readonly redis: readonly Line[] };
}

/**
 * A large installation as processes of one machine: two apps (the second takes encoders, too), PostgreSQL behind
 * pgBouncer, Redis, two nodes of LiveKit, an S3 server, and Caddy in front. `keep` gets the function that stops each
 * part.
 */
export async function startCluster(
  { home, port, withLines, settings: asked }: ClusterWishes,
  keep: (end: () => Promise<unknown>) => void,
): Promise<Cluster> {
  const keepPart = (part: Part): Part => {
    keep(part.stop);
    return part;
  };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const livekit = bringLivekitBinary({
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(home, 'cache'),
    tell: say,
  });
  const postgresDir = join(home, 'postgres');
  const disk = withLines && process.getuid?.() === 0 ? smallDisk(postgresDir, keep) : undefined;
  const postgres = await startPostgres({ dir: postgresDir, log: quiet });
  keep(postgres.stop);
  const pooler = await startPooler(postgres.appUrl, connections);
  keep(pooler.stop);
  // Its folder is kept: engine nodes remember there which of them has which room.
  const ofRedis = join(home, 'redis');
  mkdirSync(ofRedis, { recursive: true });
  const redis = await startRedis(ofRedis);
  keep(redis.kill);
  const storage = await startStorage(home);
  keepPart(storage.part);
  const binary = await livekit;
  if ('missing' in binary) throw new Error(binary.missing);
  const url = `http://127.0.0.1:${port}`;
  const engines = await startEngines(home, {
    binary: binary.path,
    redis: new URL(redis.url).host,
    webhookUrl: `${url}/api/webhooks/livekit`,
    nodes,
  });
  for (const part of engines.parts) keepPart(part);

  const ports = await keptPorts(home, ['engine', 'app-1', 'app-2', 'rtmp-1', 'rtmp-2']);
  const to = apps.map((app) => `127.0.0.1:${ports[app.name]}`);
  const proxy = keepPart(
    await startProxy(home, { app: { port, to }, engine: { port: ports.engine, to: engines.addresses } }),
  );
  const lines = { database: [] as Line[], redis: [] as Line[] };
  /** The same address at the end of a line. */
  const far = async (address: string, of: Line[]): Promise<string> => {
    if (!withLines) return address;
    const there = new URL(address);
    const line = await startLine(Number(there.port));
    keep(line.stop);
    of.push(line);
    there.port = String(line.port);
    // By a name, which can be gone.
    there.hostname = 'localhost';
    return there.href;
  };
  const settings = {
    ...asked,
    ...storage.settings,
    PUBLIC_URL: url,
    FRONTROW_SECRET: dataDirSecret(home),
    DATABASE_URL: await far(pooler.url, lines.database),
    DATABASE_DIRECT_URL: await far(postgres.appUrl, lines.database),
    DATABASE_MIGRATION_URL: postgres.url,
    REDIS_URL: await far(redis.url, lines.redis),
    LIVEKIT_URL: `ws://127.0.0.1:${ports.engine}`,
    LIVEKIT_API_KEY: engines.keys.apiKey,
    LIVEKIT_API_SECRET: engines.keys.apiSecret,
  };
  const faultsOf = (name: string): string => join(home, `${name}-faults.json`);
  for (const { name } of apps) rmSync(faultsOf(name), { force: true });
  const withFaults = withLines ? ['--import', join(import.meta.dirname, 'faults.mjs')] : [];
  const appParts: Part[] = [];
  for (const { name, rtmp, roles } of apps) {
    const part = keepPart(
      startPart(home, name, [process.execPath, ...withFaults, program], {
        ...settings,
        FAULTS_FILE: faultsOf(name),
        PORT: String(ports[name]),
        RTMP_PORT: String(ports[rtmp]),
        FRONTROW_HOME: join(home, name),
        FRONTROW_ROLES: roles,
      }),
    );
    // One after the other: the first brings schema and demo.
    await untilThere(part, home, answersAt(`http://127.0.0.1:${ports[name]}/readyz`));
    appParts.push(part);
  }
  await untilThere(proxy, home, answersAt(`${url}/readyz`));
  return {
    url,
    apps: appParts,
    to,
    engines,
    proxy,
    storage: storage.part,
    postgres,
    redis,
    disk,
    lines,
    beset: ({ name }, faults) => writeFileSync(faultsOf(name), JSON.stringify(faults)),
    engineUrl: forwardedUrl(url),
  };
}

/** Mounts an empty in-memory disk over this folder, which is gone when the cluster ends. */
function smallDisk(dir: string, keep: (end: () => Promise<unknown>) => void): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0700`, 'tmpfs', dir]);
  keep(async () => execFileSync('umount', [dir]));
  return dir;
}
