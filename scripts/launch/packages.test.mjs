import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A checkout without packages that wants one. @type {string} */
let dir;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-packages-'));
  cpSync(resolve(import.meta.dirname, '..'), join(dir, 'scripts'), { recursive: true });
  const wants = { name: 'frontrow', version: '1.0.0', dependencies: { wanted: '1.0.0' } };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(wants));
  const packages = { '': wants, 'node_modules/wanted': { version: '1.0.0', integrity: 'sha512-AA==' } };
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ ...wants, lockfileVersion: 3, packages }));
  mkdirSync(join(dir, 'old'));
  writeFileSync(join(dir, 'old', 'npm'), '#!/bin/sh\necho 8.19.4\n');
  chmodSync(join(dir, 'old', 'npm'), 0o755);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ['no npm', () => ({ PATH: join(dir, 'nothing') }), 'npm is missing. Install Node together with npm.'],
  [
    'an npm that is too old',
    () => ({ PATH: join(dir, 'old') }),
    'npm 9 or newer is required, but this is 8.19.4. Run "npm install --global npm".',
  ],
  [
    'a registry that nobody answers at',
    () => ({
      PATH: process.env.PATH,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    }),
    'The package registry cannot be reached. Check the network and start again.',
  ],
])('%s ends the start with one sentence and exit 1', (_what, settings, sentence) => {
  const ended = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: dir,
    encoding: 'utf8',
    env: { HOME: dir, ...settings() },
  });
  expect([ended.status, ended.stderr.trim()]).toEqual([1, sentence]);
});

test('packages installed by hand without the link of a workspace are installed again', () => {
  const lock = { version: '1.0.0', integrity: 'sha512-AA==' };
  const linked = { resolved: 'core', link: true };
  const packages = { 'node_modules/wanted': lock, 'node_modules/core': linked };
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(join(dir, 'node_modules', 'wanted'), { recursive: true });
  const startWith = (/** @type {object} */ found) => {
    writeFileSync(join(dir, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }));
    const env = { HOME: dir, PATH: join(dir, 'nothing') };
    return spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: dir, encoding: 'utf8', env }).stderr;
  };
  const installs = 'npm is missing. Install Node together with npm.';
  expect(startWith({ 'node_modules/wanted': lock })).toContain(installs);
  expect(startWith(packages), 'the record names a link that is not there').toContain(installs);
  mkdirSync(join(dir, 'node_modules', 'core'));
  expect(startWith(packages), 'nothing is missing').not.toContain(installs);
  rmSync(join(dir, 'node_modules'), { recursive: true });
});
