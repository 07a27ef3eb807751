import { readFileSync } from 'node:fs';

/**
 * Everything a public page makes the browser load, also what comes after the first screen; what waits for a press, or
 * for somebody to scroll far down, is not in it.
 */
const discover = [
  'src/features/discover/DiscoverPage.tsx',
  'src/app/layout/Footer.tsx',
  'src/shared/i18n/en/discover.ts',
];
const event = ['src/pages/event/EventPage.tsx', 'src/app/layout/Footer.tsx', 'src/shared/i18n/en/event.ts'];
const pages = [
  {
    name: 'Discover, all JavaScript',
    modules: discover,
    limit: '112 kB',
    brotli: true,
  },
  {
    name: 'event page, all JavaScript',
    modules: event,
    limit: '115.9 kB',
    brotli: true,
  },
  // They stand in the page itself.
  { name: 'Discover, all styles', modules: discover, styles: true, limit: '12.5 kB', brotli: true },
  { name: 'event page, all styles', modules: event, styles: true, limit: '12.5 kB', brotli: true },
];

const manifest = JSON.parse(readFileSync(new URL('./web/dist/.vite/manifest.json', import.meta.url), 'utf8'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);

/** @param {string[]} modules @param {boolean} styles @returns {string[]} */
function filesOf(modules, styles) {
  const files = new Set();
  /** @param {string} key */
  const add = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is in no build: say here what the page loads instead`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const module of [entry, ...modules]) add(module);
  return [...files].filter((file) => file.endsWith(styles ? '.css' : '.js')).map((file) => `web/dist/${file}`);
}

export default pages.map(({ modules, styles = false, ...page }) => ({ ...page, path: filesOf(modules, styles) }));
