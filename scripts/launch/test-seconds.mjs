import { join, relative } from 'node:path';
import { checkout } from './checkout.mjs';
import { journeysOf, readReport } from './test-reports.mjs';

/** The seconds of the last whole run on this machine, for `npm run house`. */
export const secondsFile = join(checkout, '.cache', 'test-seconds.json');

const filesShown = 12;
const journeysShown = 12;

/** @typedef {{ name: string, startTime: number, endTime: number }} SuiteFile */

/** @param {number} ms @param {string} name */
const line = (ms, name) => `${(ms / 1000).toFixed(1).padStart(6)}  ${name}`;

/** @param {[string, number][]} rows @param {number} most */
const longest = (rows, most) =>
  rows
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, ms]) => line(ms, name));

/** @param {import('./test-reports.mjs').Journey} journey @returns {[string, number]} */
const timeOf = ({ title, tests }) => [
  title,
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
];

/**
 * Where the time of suites and journeys went: seconds for each workspace, the slowest files, the slowest journeys.
 * Several run at once, so these add up to more than the clock showed. @param {string} suitesReport
 * @param {readonly string[]} journeysReports @returns {string[]}
 */
export function slowest(suitesReport, journeysReports) {
  /** @type {SuiteFile[]} */
  const files = readReport(suitesReport)?.testResults ?? [];
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
  const journeys = journeysReports.flatMap((report) => journeysOf(readReport(report)).map(timeOf));
  return [
    'Test files of each workspace:',
    ...longest([...workspaces], workspaces.size),
    'Slowest test files:',
    ...longest(rows, filesShown),
    ...(journeys.length > 0 ? ['Slowest journeys:', ...longest(journeys, journeysShown)] : []),
    'Phases:',
  ];
}
