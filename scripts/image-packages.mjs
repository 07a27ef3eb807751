import './launch/node-version.mjs';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import server from '../server/vite.config.ts';
import { checkout, giveUp } from './launch/checkout.mjs';

/**
 * `node scripts/image-packages.mjs FOLDER` copies the packages that the built server still imports, and what they need,
 * to FOLDER/node_modules: a tenth of what `npm ci` brings. Everything else is inside the built files.
 */
const [into] = process.argv.slice(2);
if (into === undefined) giveUp('Say where to: node scripts/image-packages.mjs FOLDER');

/** @type {Map<string, string>} */
const found = new Map();
/** Where Node finds a package from there. @param {string} name @param {string} from @returns {string | undefined} */
const placeOf = (name, from) => {
  for (let folder = from; folder.startsWith(checkout); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
  }
  return undefined;
};
/** @param {string} name @param {string} from @param {boolean} [needed] */
const take = (name, from, needed = true) => {
  const place = placeOf(name, from);
  if (place === undefined) {
    // Builds for other machines are not installed.
    if (needed) giveUp(`${name} is not installed.`);
    return;
  }
  if (found.has(place)) return;
  found.set(place, name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(place, 'package.json'), 'utf8'),
  );
  for (const other of Object.keys(dependencies)) take(other, place, !(other in optionalDependencies));
  for (const other of Object.keys(optionalDependencies)) take(other, place, false);
};
for (const name of server.ssr.external) take(name, join(checkout, 'server'));
for (const place of found.keys()) {
  // Packages of the workspace `server` lie one level deeper than the image has them; the built files look upwards.
  const target = join(into, relative(checkout, place).replace(/^server\//, ''));
  cpSync(place, target, {
    recursive: true,
    filter: (path) =>
      !/\.(?:d\.[cm]?ts|map|md)$|\/(?:test|tests|docs|example|examples|benchmark)$/.test(path) &&
      !relative(place, path).startsWith('node_modules'),
  });
}
