import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtPages } from './built-pages.ts';

const home = mkdtempSync(join(tmpdir(), 'frontrow-built-'));
const dist = join(home, 'dist');
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What draws is the same in every build, as when only a script of the browser changed. */
const program = `
export const answerWith = () => {};
export const createRenderer = ({ template, manifest, read }) =>
  ({ draw: async () => ({ html: template + manifest.script + read('assets/page.css') }) });`;

/** A build takes the place of the one before, whole. */
function build(name: string, builtAt: number): void {
  const fresh = join(home, name);
  for (const folder of ['.server', '.vite', 'assets']) mkdirSync(join(fresh, folder), { recursive: true });
  writeFileSync(join(fresh, '.server', 'entry-same.js'), program);
  writeFileSync(join(fresh, 'package.json'), '{"type":"module"}');
  writeFileSync(join(fresh, 'index.html'), `page of ${name}, `);
  writeFileSync(join(fresh, 'assets', 'page.css'), `, styles of ${name}`);
  const manifest = join(fresh, '.vite', 'manifest.json');
  writeFileSync(manifest, JSON.stringify({ script: `script of ${name}` }));
  utimesSync(manifest, builtAt, builtAt);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

test('a page names the scripts of the newest build, although what draws it is the same', async () => {
  const renderer = builtPages(dist, { publicUrl: 'http://x', answer: () => Promise.reject(new Error('not asked')) });
  const drawn = async () => (await (await renderer())!.draw('/', 0, 'en')).html;
  expect(await renderer()).toBeUndefined();
  build('one', 1000);
  expect(await drawn()).toBe('page of one, script of one, styles of one');
  expect(await renderer()).toBe(await renderer());
  build('two', 2000);
  expect(await drawn()).toBe('page of two, script of two, styles of two');
  rmSync(dist, { recursive: true });
  expect(await renderer()).toBeDefined();
});
