import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../src/process/embedded/free-port.ts';
import { runPostgresAs } from '../src/process/embedded/postgres-user.ts';
import { debianProgram } from './debian-program.ts';

/**
 * pgBouncer in transaction mode before the database of this address, with so many connections to it. It refuses to be
 * root, as PostgreSQL does.
 */
export async function startPooler(
  databaseUrl: string,
  connections: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const path = await debianProgram('pgbouncer', 'pgBouncer');
  const [port, to] = [await freePort('127.0.0.1'), new URL(databaseUrl)];
  const dir = await mkdtemp(join(tmpdir(), 'frontrow-pooler-'));
  const file = join(dir, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=${to.hostname} port=${to.port} user=${to.username} password=${to.password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // Fifteen seconds would pass before it looks whether its database is there again.
      'server_login_retry = 1',
      `default_pool_size = ${connections}`,
      '',
    ].join('\n'),
  );
  const { prefix, uid, gid } = runPostgresAs(dir);
  const [command = path, ...words] = [...prefix, path, file];
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'], uid, gid });
  process.once('exit', () => child.kill('SIGKILL'));
  let answer = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`pgBouncer ended before it answered:\n${answer}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (text.includes('process up')) resolve();
    });
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
