import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { RunAs } from './postgres-user.ts';

export const postgresMajor = '18';
export const superuser = 'frontrow';

/**
 * Creates the database cluster once (UTF-8, C.UTF-8, password, loopback only). It is created in a temporary folder and
 * renamed when complete, so an interrupted start leaves nothing half-made. Returns the data folder and the password.
 */
export function ensureCluster(
  dir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): { data: string; password: string } {
  const data = join(dir, 'data');
  const passwordFile = join(dir, 'password');
  if (existsSync(join(data, 'PG_VERSION'))) {
    const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
    if (major !== postgresMajor) {
      throw new Error(
        `The database in ${data} was made by PostgreSQL ${major}, this version brings ${postgresMajor}: move ` +
          'the folder away or set DATABASE_URL.',
      );
    }
    return { data, password: readFileSync(passwordFile, 'utf8').trim() };
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined) chownSync(passwordFile, runAs.uid, runAs.uid);
  const fresh = join(dir, 'data.new');
  rmSync(fresh, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  runInitdb(fresh, passwordFile, binaries, runAs);
  renameSync(fresh, data);
  return { data, password };
}

function runInitdb(data: string, passwordFile: string, binaries: PostgresBinaries, runAs: RunAs): void {
  mkdirSync(data, { mode: 0o700 });
  const asUid = runAs.uid ?? Number(/--reuid=(\d+)/.exec(runAs.prefix.join(' '))?.[1] ?? -1);
  if (asUid >= 0) for (const path of [data, passwordFile]) chownSync(path, asUid, asUid);
  const words = [
    ...runAs.prefix,
    binaries.initdb,
    '--pgdata',
    data,
    '--username',
    superuser,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
    '--no-sync',
    '--no-instructions',
    '--set',
    'max_connections=100',
    '--set',
    'shared_buffers=64MB',
    '--set',
    'scram_iterations=1',
  ];
  const [command = '', ...rest] = words;
  const run = spawnSync(command, rest, {
    encoding: 'utf8',
    cwd: data,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    uid: runAs.uid,
    gid: runAs.gid,
  });
  if (run.status !== 0) {
    const said = `${run.stderr ?? ''}${run.stdout ?? ''}${run.error?.message ?? ''}`;
    if (runAs.uid !== undefined && /Permission denied/.test(said)) {
      throw new Error(
        `PostgreSQL does not run as root, and another user may not enter ${data}: start Frontrow as an ` +
          'ordinary user, or install util-linux (unshare, setpriv).',
      );
    }
    throw new Error(`PostgreSQL could not make its folder ${data}: ${stderrTail(said)}`);
  }
}

/** The line of a program's output that says why, with a plain sentence for a full disk. */
export function stderrTail(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full.';
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.findLast((line) => /FATAL|PANIC|error|ERROR/.test(line)) ?? lines.at(-1) ?? 'it said nothing.';
}
