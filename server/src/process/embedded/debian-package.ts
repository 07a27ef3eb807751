import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { hasCommand } from './processes.ts';

const installWithinMs = 10 * 60_000;
const packageName = /^[a-z0-9][a-z0-9+.-]+$/;
const packagesMax = 500;

const run = async (command: string, words: readonly string[], cwd?: string): Promise<string> => {
  const options = {
    timeout: installWithinMs,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    ...(cwd === undefined ? {} : { cwd }),
  };
  return promisify(execFile)(command, words, options).then(
    ({ stdout }) => stdout,
    (error: { readonly stderr?: string; readonly message: string }) => {
      const why = /^E: (.*)$/m.exec(error.stderr ?? '')?.[1] ?? error.message.split('\n')[0];
      throw new Error(`${command} failed: ${why}`);
    },
  );
};

type Tell = (sentence: string) => void;

/** As root: the system's own package. Throws where that does not work. */
export async function installPackage(name: string, tell: Tell): Promise<void> {
  if (!hasCommand('apt-get')) throw new Error('there is no apt-get');
  tell(`Installing ${name} (once).`);
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/**
 * As anybody: the package and those of its libraries that the system lacks, unpacked into a folder with a start script
 * of the program's name. Answers the folder; throws why not.
 */
export async function unpackPackage(name: string, into: string, tell: Tell): Promise<string> {
  if (!hasCommand('apt-get') || !hasCommand('dpkg-deb')) throw new Error('this is no Debian');
  tell(`Downloading ${name} (once).`);
  const [tree, debs] = [join(into, 'tree'), join(into, 'debs')];
  for (const folder of [tree, debs, join(into, 'lists/partial'), join(into, 'archives/partial')])
    mkdirSync(folder, { recursive: true });
  // Folders of ours: only root may write to the system's.
  const own = [
    '-o',
    `Dir::State::Lists=${join(into, 'lists')}`,
    '-o',
    `Dir::Cache=${join(into, 'archives')}`,
    '-o',
    'Debug::NoLocking=1',
  ];
  await run('apt-get', [...own, 'update', '-qq']);
  const plan = await run('apt-get', [...own, 'install', '-s', '--no-install-recommends', name]);
  const packages = [...plan.matchAll(/^Inst (\S+)/gm)]
    .map(([, one = '']) => one)
    .filter((one) => packageName.test(one));
  if (packages.length === 0 || packages.length > packagesMax) throw new Error(`apt-get does not offer ${name}`);
  await run('apt-get', [...own, 'download', ...packages], debs);
  for (const file of readdirSync(debs)) await run('dpkg-deb', ['-x', join(debs, file), tree]);
  for (const folder of ['lists', 'archives', 'debs']) rmSync(join(into, folder), { recursive: true, force: true });
  writeStartScript(tree, name);
  return tree;
}

/** Libraries lie in several folders, as the links that an installation would make are not made. */
function writeStartScript(tree: string, name: string): void {
  const folders = new Set(
    readdirSync(tree, { recursive: true, withFileTypes: true })
      .filter((entry) => /\.so(\.|$)/.test(entry.name))
      .map(({ parentPath }) => `$here/${relative(tree, parentPath)}`),
  );
  const program = [`usr/bin/${name}`, `usr/sbin/${name}`].find((path) => existsSync(join(tree, path)));
  if (program === undefined) throw new Error(`the package ${name} has no program of its name`);
  const script = ['#!/bin/sh', 'here=${0%/*}', `export LD_LIBRARY_PATH="${[...folders].join(':')}"`];
  writeFileSync(join(tree, name), [...script, `exec "$here/${program}" "$@"`, ''].join('\n'), { mode: 0o755 });
}
