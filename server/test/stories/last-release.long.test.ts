import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, expect, test } from 'vitest';

/**
 * Long: a whole checkout of the last release, with its packages, runs its own tests on the tables and stored functions
 * of this one. While processes are replaced one after the other, it has to.
 */
const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../../..');
const dir = mkdtempSync(join(tmpdir(), 'frontrow-last-release-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a release cannot do without: each statement fits the schema; sale, rooms and lists work. */
const asked = [
  'server/src/db/statements.test.ts',
  'server/src/db/check-books.test.ts',
  'server/src/features/ticketing/selling/purchase.test.ts',
  'server/src/features/rooms/room-story.test.ts',
  'server/src/features/events/listed-events.test.ts',
  'server/src/features/search/search.test.ts',
];
/** Nothing was released before the first tag: the rule holds from this commit on. */
const ruleBegan = '9f84fc50cc000d15c1feadea343b92a8ed294a3a';
const schema = ['server/src/db/migrations', 'server/src/db/functions'];

const git = async (...words: string[]): Promise<string> =>
  (await run('git', words, { cwd: checkout, maxBuffer: 1e8 })).stdout.trim();

/** LAST_RELEASE (a commit or a tag), else the newest tag of a version. */
async function lastRelease(): Promise<string> {
  const given = process.env['LAST_RELEASE'];
  if (given) return git('rev-parse', '--verify', `${given}^{commit}`);
  const [tag] = (await git('tag', '--sort=-v:refname', '--list', 'v*', '--merged')).split('\n');
  return tag || ruleBegan;
}

/** Its files, with the packages its lock file names: later releases may need others. */
async function unpack(commit: string): Promise<void> {
  const archive = join(dir, 'release.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-C', dir, '-xf', archive]);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: dir, maxBuffer: 1e8 });
}

test('the last release runs on the schema of this one', { timeout: minutes(10) }, async () => {
  await unpack(await lastRelease());
  for (const folder of schema) {
    rmSync(join(dir, folder), { recursive: true });
    cpSync(join(checkout, folder), join(dir, folder), { recursive: true });
  }
  const vitest = join(dir, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, TEST_LONG: undefined };
  const { stdout } = await run(process.execPath, [vitest, 'run', '--project', 'server', ...asked], {
    cwd: dir,
    env,
    maxBuffer: 1e8,
  }).catch((error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error(`${error.stderr ?? error.message}\n${error.stdout ?? ''}`);
  });
  expect(stdout).toMatch(/Tests +\d{2,} passed \(\d+\)/);
});
