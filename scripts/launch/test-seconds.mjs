import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkout } from './checkout.mjs';

/** The seconds of the last whole run on this machine, for `npm run house`. */
export const secondsFile = join(checkout, '.cache', 'test-seconds.json');

const filesShown = 12;
const journeysShown = 12;

/** @typedef {{ name: string, startTime: number, endTime: number }} SuiteFile */
/**
 * @typedef {object} JourneySuite
 * @property {JourneySuite[]} [suites]
 * @property {{ title: string, tests: { results: { duration: number }[] }[] }[]} specs
 */

/** @param {string} file @returns {any} undefined where a run wrote none */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} ms @param {string} name */
const line = (ms, name) => `${(ms / 1000).toFixed(1).padStart(6)}  ${name}`;

/** @param {[string, number][]} rows @param {number} most */
const longest = (rows, most) =>
  rows
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, ms]) => line(ms, name));

/** @param {JourneySuite} suite @returns {[string, number][]} */
const journeysOf = ({ suites = [], specs }) => [
  ...suites.flatMap(journeysOf),
  ...specs.map(({ title, tests }) => {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    return /** @type {[string, number]} */ ([title, ms]);
  }),
];

/**
 * Where the time of suites and journeys went: seconds for each workspace, the slowest files, the slowest journeys.
 * Several run at once, so these add up to more than the clock showed. @param {string} suitesReport
 * @param {string} journeysReport @returns {string[]}
 */
export function slowest(suitesReport, journeysReport) {
  /** @type {SuiteFile[]} */
  const files = read(suitesReport)?.testResults ?? [];
  const rows = files.map(
    ({ name, startTime, endTime }) =>
      /** @type {[string, number]} */ ([relative(checkout, name).replaceAll('\\', '/'), endTime - startTime]),
  );
  /** @type {Map<string, number>} */
  const workspaces = new Map();
  for (const [name, ms] of rows) {
    const workspace = name.split('/')[0] ?? name;
    workspaces.set(workspace, (workspaces.get(workspace) ?? 0) + ms);
  }
  /** @type {JourneySuite[]} */
  const suites = read(journeysReport)?.suites ?? [];
  const journeys = suites.flatMap(journeysOf);
  return [
    'Test files of each workspace:',
    ...longest([...workspaces], workspaces.size),
    'Slowest test files:',
    ...longest(rows, filesShown),
    ...(journeys.length > 0 ? ['Slowest journeys:', ...longest(journeys, journeysShown)] : []),
    'Phases:',
  ];
}
