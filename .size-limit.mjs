import { readFileSync } from 'node:fs';

/** What a first visit must load before it shows anything: the entry and everything it imports statically (not the lazy pages). */
const manifest = JSON.parse(readFileSync(new URL('./web/dist/.vite/manifest.json', import.meta.url), 'utf8'));
const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
const first = new Set();

/** @param {string} key */
function add(key) {
  const chunk = manifest[key];
  if (chunk === undefined || first.has(chunk.file)) return;
  first.add(chunk.file);
  for (const next of chunk.imports ?? []) add(next);
}
for (const key of entries) add(key);

export default [
  {
    name: 'first screen, JavaScript',
    path: [...first].filter((file) => file.endsWith('.js')).map((file) => `web/dist/${file}`),
    limit: '150 kB',
    gzip: true,
  },
];
