import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { freePort } from '../src/process/embedded/free-port.ts';
import { until } from './harness.ts';

const server = resolve(import.meta.dirname, '..');
const startWithinMs = 60_000;
const outputKept = 20_000;

/** The product's process on a database of the test, to be killed and started again on the same home and port. */
export interface MortalServer {
  readonly url: string;
  /** Resolves while it answers, or as soon as it does again. */
  up(): Promise<void>;
  /** Ends it at once, as the system does when memory is out, and starts it again. */
  killAndStart(): Promise<void>;
  /** Ends it at once and for good. */
  end(): Promise<void>;
}

export async function mortalServer(settings: Readonly<Record<string, string>>): Promise<MortalServer> {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-mortal-'));
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  // What `npm start` runs, where it was built.
  const program = ['dist/main.js', 'src/process/main.ts']
    .map((path) => join(server, path))
    .find((path) => existsSync(path))!;
  let child: ChildProcess;
  let up: Promise<void>;

  const start = async (): Promise<void> => {
    const born = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        FRONTROW_HOME: home,
        FRONTROW_DEMO: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = born;
    let said = '';
    for (const out of [born.stdout, born.stderr])
      out.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-outputKept)));
    await until(
      'the server answers',
      async () => {
        if (born.exitCode !== null) throw new Error(`the server exited with ${born.exitCode}:\n${said}`);
        return fetch(`${url}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      startWithinMs,
    );
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}`);
    const gone = new Promise((ended) => child.once('exit', ended));
    child.kill('SIGKILL');
    await gone;
  };

  await (up = start());
  return {
    url,
    up: () => up,
    async killAndStart() {
      await (up = kill().then(start));
    },
    async end() {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}
