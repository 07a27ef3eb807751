import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../launch/checkout.mjs';
import { cyclesOf, importGraph, mutualFolderPairs, reachableFrom } from './import-graph.mjs';
import { everything, linesOf } from './sources.mjs';

const here = join(checkout, 'scripts/check');
const recordedFile = join(here, 'recorded-measures.json');
const production = /^(artwork|core|contract|server|web)\/src\/.*\.(ts|tsx|mjs|js|css|sql)$/;
const notProduction = /(\.test\.tsx?$|\.suite\.ts$|\/migrations\/)/;
const linesMax = 400;
const leafLinesMax = 25;
/** A feature's index is what others may import, and a feature's facts and jobs are found by their file's name. */
const leafAllowed = /\/(index\.tsx?|facts\.ts|jobs\.ts|routes\.ts)$/;
const prose = /\.(ts|tsx|mjs|js|sql|css|md|sh|ya?ml|html)$/;
const ticketing = /^(server\/src\/features|core\/src|contract\/src)\/ticketing\//;
const purchaseStart = 'server/src/features/ticketing/checkout/purchase.ts';
const purchaseRoutes = 'server/src/features/ticketing/routes.ts';
/** The example of docs/adding-a-call.md: its files are those that name its path or its refusal. */
const exampleCall = /\/payment\/methods\/remove\b|\bcard_not_found\b/;

/** @typedef {Record<string, number>} Numbers */
/**
 * What each measure is called, which way is better, and how far from its recorded number it may stray: a new
 * feature brings its own files and words.
 * @type {Record<string, { title: string, better: 'less' | 'more', slack?: number }>}
 */
export const measures = {
  production_files: { title: 'production files', better: 'less', slack: 0.02 },
  mean_lines: { title: 'mean lines of a production file', better: 'more', slack: 0.02 },
  files_over_400: { title: 'production files over 400 lines', better: 'less' },
  leaf_files: { title: 'files under 25 lines with a single importer', better: 'less', slack: 0.02 },
  mutual_folder_pairs: { title: 'folder pairs of a feature that import each other', better: 'less' },
  cycles: { title: 'import cycles, types included', better: 'less' },
  purchase_files: { title: 'files of ticketing that a purchase crosses', better: 'less', slack: 0.05 },
  call_places: { title: 'production files that the example of docs/adding-a-call.md is in', better: 'less' },
  dialect_lines: { title: 'lines with words of scripts/check/dialect.json', better: 'less', slack: 0.02 },
};

/** @param {string} path */
const lengthOf = (path) => linesOf(path).length - 1;

/** @param {Map<string, Set<string>>} graph @returns {string[]} */
function leaves(graph) {
  /** @type {Map<string, number>} */
  const importers = new Map();
  for (const others of graph.values())
    for (const other of others) importers.set(other, (importers.get(other) ?? 0) + 1);
  return [...graph.keys()].filter(
    (path) => importers.get(path) === 1 && !leafAllowed.test(path) && lengthOf(path) < leafLinesMax,
  );
}

/** @returns {string[]} */
function dialectLines() {
  /** @type {{ words: string[] }} */
  const { words } = JSON.parse(readFileSync(join(here, 'dialect.json'), 'utf8'));
  const pattern = new RegExp(`\\b(${words.join('|')})\\b`, 'i');
  return everything()
    .filter((path) => prose.test(path))
    .flatMap((path) => linesOf(path).flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])));
}

/**
 * The numbers, and the places behind those that are lists.
 * @returns {{ numbers: Numbers, places: Record<string, string[]> }}
 */
export function measure() {
  const files = everything().filter((path) => production.test(path) && !notProduction.test(path));
  const lengths = files.map((path) => /** @type {[string, number]} */ ([path, lengthOf(path)]));
  const graph = importGraph();
  if (!graph.has(purchaseStart)) throw new Error(`${purchaseStart} is gone: name the file where a purchase begins`);
  const walk = new Set([purchaseRoutes, ...reachableFrom(graph, purchaseStart, ticketing)]);
  const callPlaces = files.filter((path) => exampleCall.test(linesOf(path).join('\n')));
  if (callPlaces.length === 0) throw new Error('The example of docs/adding-a-call.md is gone: name another call');
  const places = {
    files_over_400: lengths.filter(([, lines]) => lines > linesMax).map(([path]) => path),
    leaf_files: leaves(graph),
    mutual_folder_pairs: mutualFolderPairs(graph),
    cycles: cyclesOf(graph).map((group) => group.join(' ')),
    purchase_files: [...walk],
    call_places: callPlaces,
    dialect_lines: dialectLines(),
  };
  const lines = lengths.reduce((sum, [, length]) => sum + length, 0);
  return {
    numbers: {
      production_files: files.length,
      mean_lines: Math.round((lines / files.length) * 10) / 10,
      ...Object.fromEntries(Object.entries(places).map(([name, list]) => [name, list.length])),
    },
    places,
  };
}

/** @returns {Numbers} the numbers that may not get worse */
export const recorded = () => JSON.parse(readFileSync(recordedFile, 'utf8'));

/** @param {Numbers} numbers */
export const record = (numbers) => writeFileSync(recordedFile, `${JSON.stringify(numbers, undefined, 2)}\n`);

/** More files are no loss where their mean length does not fall: a new feature adds some. */
const growth = 'production_files';

/** @param {Numbers} now @param {Numbers} before @returns {string[]} the names of measures that got worse */
export function worse(now, before) {
  const found = Object.entries(measures).flatMap(([name, { better, slack = 0 }]) => {
    const [is, was] = [now[name] ?? 0, before[name] ?? 0];
    return (better === 'less' ? is > was * (1 + slack) : is < was * (1 - slack)) ? [name] : [];
  });
  return found.filter((name) => name !== growth || (now['mean_lines'] ?? 0) < (before['mean_lines'] ?? 0));
}

const placesShown = 12;

/** For the check: one paragraph for each measure that got worse. @returns {string[]} */
export function measuresThatFell() {
  const { numbers, places } = measure();
  const before = recorded();
  return worse(numbers, before).map((name) => {
    const where = (/** @type {Record<string, string[]>} */ (places)[name] ?? []).slice(0, placesShown);
    const title = measures[name]?.title ?? name;
    return [`${title}: ${numbers[name]}, recorded ${before[name]}. Some of them:`, ...where].join('\n  ');
  });
}
