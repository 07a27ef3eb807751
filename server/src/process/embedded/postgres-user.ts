import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dieWithUs, hasCommand } from './processes.ts';

/** How to start PostgreSQL's programs from here: words in front of the command, and whom to become. */
export interface RunAs {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const nobody = 65_534;

/**
 * PostgreSQL refuses to run as root. Where we are root: a user namespace without a mapping (files stay root's), else an
 * unprivileged user that gets the folder. An ordinary user starts it directly.
 */
export function runPostgresAs(dir: string): RunAs {
  const dying = dieWithUs('INT');
  if (process.getuid?.() !== 0) return { prefix: dying };
  const owner = statSync(dir).uid;
  if (owner === 0 && spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0) {
    return { prefix: ['unshare', '--user', ...dying] };
  }
  const uid = owner === 0 ? nobody : owner;
  giveTo(dir, uid);
  // Folders above may be closed to others (/root is): keep the one right to pass through them where the system allows
  // it.
  const pass = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  if (hasCommand('setpriv') && spawnSync('setpriv', [...pass.slice(1), 'true'], { stdio: 'ignore' }).status === 0) {
    return { prefix: [...pass, ...dying.slice(1)] };
  }
  return { prefix: [], uid, gid: uid };
}

function giveTo(path: string, uid: number): void {
  chownSync(path, uid, uid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) {
    const child = join(path, name);
    if (!lstatSync(child).isSymbolicLink()) giveTo(child, uid);
  }
}
