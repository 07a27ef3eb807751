import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageAt } from './page-loader.ts';

const root = join(import.meta.dirname, '..');
/** Where code says a path of ours in one piece. */
const said = /\b(?:to=|to: |navigate\()["'](\/[a-z_/]*)["']/g;

it('every path that the pages link to is one of our pages, not someone’s profile', () => {
  const links = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(said)].map(([, path]) => ({ file, path: path! })),
  );
  expect(links.length).toBeGreaterThan(40);
  const lost = links.filter(({ path }) => ['/:username', '*'].includes(pageAt(path).path));
  expect(lost).toEqual([]);
});
