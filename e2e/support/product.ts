import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The whole product in its own process with its own data folder: real PostgreSQL, real LiveKit, demo content. */
export interface Product {
  readonly url: string;
  /** Where it looks for chain 31337; a journey may start one there. */
  readonly chainPort: number;
  readonly pid: () => number;
  /** The address it printed when it was ready. */
  readonly printedUrl: () => string;
  /** Ends the process at once, as a crash would, and brings it up again on the same home and port. */
  crashAndRestart(): Promise<void>;
  /** Kills the video engine; the product has to bring it back automatically. */
  killEngine(): Promise<void>;
  /** Moves the clock that rules on time ask, `app_now()`, so far ahead of the real one. */
  standAhead(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const startWithinMs = 90_000;

/**
 * `program` is what to run: the server itself, what `npm start` runs, or a cluster; `host` where it listens; `more` are
 * settings of the product.
 */
export async function startProduct(
  program = process.env['FRONTROW_PROGRAM'] ?? 'server/src/process/main.ts',
  host = '127.0.0.1',
  more: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const chainPort = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'frontrow-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let output = '';

  // What the journeys run against is no setting of the product.
  const { FRONTROW_PROGRAM: _, ...settings } = process.env;
  const launch = async (): Promise<void> => {
    child = spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...settings,
        ...more,
        PORT: String(port),
        HOST: host,
        FRONTROW_HOME: home,
        RALLY_RPC_31337: `http://127.0.0.1:${chainPort}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await until(
      'the product serves and its video is ready',
      async () => {
        if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output}`);
        const ready = await fetch(`${url}/readyz`).then(
          (answer) => answer.json(),
          () => undefined,
        );
        return (ready as { video?: string } | undefined)?.video === 'ready';
      },
      startWithinMs,
    );
  };

  await launch();
  return {
    url,
    chainPort,
    pid: () => child.pid ?? 0,
    printedUrl: () => /is ready: (\S+)/.exec(output)?.[1] ?? '',
    async crashAndRestart() {
      child.kill('SIGKILL');
      await until('the process is gone', () => child.exitCode !== null || child.signalCode !== null);
      await launch();
    },
    async killEngine() {
      process.kill(Number(await readFile(join(home, 'livekit', 'livekit.pid'), 'utf8')), 'SIGKILL');
    },
    async standAhead(ms) {
      const lines = (await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
      const password = (await readFile(join(home, 'postgres', 'password'), 'utf8')).trim();
      const user = 'frontrow';
      const client = new pg.Client({ host: '127.0.0.1', port: Number(lines[3]), user, database: user, password });
      await client.connect();
      await client.query(
        `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE
         AS $$ SELECT statement_timestamp() + interval '${ms} milliseconds' $$`,
      );
      await client.end();
    },
    async stop() {
      child.kill('SIGTERM');
      await until('the process ended', () => child.exitCode !== null || child.signalCode !== null, 20_000);
      await rm(home, { recursive: true, force: true });
    },
  };
}
