import './launch/node-version.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './launch/browser.mjs';
import { checkout, giveUp, pinnedNode, say } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { runHere, runQuietly } from './launch/run-child.mjs';
import { ensureServerBuild } from './launch/server-build.mjs';
import { changedTests } from './launch/changed-tests.mjs';
import { countReport, failuresIn } from './launch/test-outcomes.mjs';
import { secondsFile, slowest } from './launch/test-seconds.mjs';
import { bringBrowser, bringFfmpeg, bringLongTools, bringVideoEngine } from './launch/test-tools.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/**
 * `npm test`: builds while it brings what is missing, then suites and checks at the same time, then journeys. Prints
 * where the time went. The last line is alone and real: `N passed, N failed`. `--long` adds what takes long. `changed`,
 * with or without a commit, runs only what files that were changed since it affect.
 */
const long = process.argv.includes('--long');
const changedAt = process.argv.indexOf('changed');
const changes = changedAt < 0 ? undefined : changedTests(process.argv[changedAt + 1] ?? 'HEAD');
const reports = join(checkout, '.cache', 'test-reports');
const began = performance.now();
const sum = { passed: 0, failed: 0 };
/** @type {string[]} */
const broken = [];
/** @type {Record<string, number>} */
const seconds = {};

await phase('packages', () => oneAtATime(ensurePackages)).catch((error) =>
  giveUp(`Tests could not be prepared: ${error.message}`),
);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}`,
  NO_COLOR: '1',
  // Suites and journeys start the server from its sources dozens of times: to read and compile them is half of a start.
  NODE_COMPILE_CACHE: join(checkout, '.cache', 'compiled'),
  ...(long ? { TEST_LONG: '1' } : {}),
};

// Browser and video engine take minutes on a new machine: they come while we build and check, and suites use the
// engine, too.
const engineIsHere = bringVideoEngine(env).then((found) => {
  if (!found) say('The video engine is missing, so the suites and journeys that need it will fail.');
});
// apt-get does one thing at a time: ffmpeg comes when the browser is there.
const browserComes = bringBrowser();
const ffmpegIsHere = browserComes.then(() => bringFfmpeg(env)).then((path) => (env.PATH = path ?? env.PATH));
const longToolsAreHere = ffmpegIsHere.then(() => (long ? bringLongTools() : undefined));
const brought = Promise.all([browserComes, engineIsHere, ffmpegIsHere, longToolsAreHere]);

heading('Builds');
for (const [name, build] of Object.entries({ 'web build': ensureWebBuild, 'server build': ensureServerBuild }))
  await phase(name, () => oneAtATime(build)).then(
    () => tally(name, { passed: 1, failed: 0 }),
    (error) => {
      say(error.message);
      tally(name, { passed: 0, failed: 1 });
    },
  );

// The checks need only processors, of which the suites leave a quarter idle. Their verdicts are printed in one piece.
const checksReport = join(reports, 'checks.json');
const checked = phase('checks', () =>
  runQuietly('checks', pinnedNode, ['scripts/check.mjs', '--report', checksReport], { env }),
);

const [browserIsHere] = await phase('waiting for programs', () => brought);

heading('Suites, and checks at the same time');
const suitesReport = join(reports, 'suites.json');
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${suitesReport}`,
  ...(changes ? changes.suites : []),
];
const suites = await phase('suites', () => runHere(pinnedNode, vitest, { env }));
tally('suites', countReport(suitesReport), suites);

heading('Checks');
say((await checked).output.trim());
tally('checks', countReport(checksReport));

heading('Journeys');
/** Those with live video need both processors, so they run after the others. */
const journeyReports = ['pages', 'live'].map((project) => ({
  project,
  report: join(reports, `journeys-${project}.json`),
}));
if (changes?.journeys.length === 0) say('No journey has changed.');
else if (browserIsHere) {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
    '--pass-with-no-tests',
    ...(changes ? changes.journeys : []),
  ];
  // A journey that was changed runs whether it is a long one or not, and with its details.
  if (!long && !changes) args.push('--grep-invert', '@long');
  const browser = chromiumPath();
  for (const { project, report } of journeyReports) {
    const name = `journeys, ${project}`;
    const code = await phase(name, () =>
      runHere(pinnedNode, [...args, '--project', project], {
        env: {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...(browser ? { CHROMIUM_PATH: browser } : {}),
          ...(changes ? { TEST_LONG: '1' } : {}),
        },
      }),
    );
    tally(name, countReport(report), code);
  }
} else tally('journeys', { passed: 0, failed: 1 });

heading('Seconds');
const total = Math.round((performance.now() - began) / 1000);
for (const line of slowest(
  suitesReport,
  journeyReports.map(({ report }) => report),
))
  say(line);
for (const [name, taken] of Object.entries(seconds)) say(`${String(taken).padStart(6)}  ${name}`);
if (!changes && !long) writeFileSync(secondsFile, JSON.stringify({ total, phases: seconds }));

say('');
for (const line of broken) say(`failed: ${line}`);
for (const file of [suitesReport, ...journeyReports.map(({ report }) => report)])
  for (const line of failuresIn(file)) say(`  ${line}`);
say(`Took ${total} s.`);
say(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);

/**
 * Runs a part and keeps how long it took. @template T @param {string} name @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
async function phase(name, run) {
  const start = performance.now();
  try {
    return await run();
  } finally {
    seconds[name] = Math.round((performance.now() - start) / 1000);
  }
}

/** @param {string} title */
function heading(title) {
  say(`\n== ${title} ==`);
}

/**
 * A run that ended badly without a failing test (it crashed, or wrote no report) counts as one failure.
 * @param {string} what @param {{ passed: number, failed: number } | undefined} counts @param {number} [code]
 */
function tally(what, counts, code = 0) {
  const { passed, failed } = counts ?? { passed: 0, failed: 1 };
  const failures = failed === 0 && code !== 0 ? 1 : failed;
  sum.passed += passed;
  sum.failed += failures;
  if (failures > 0) broken.push(`${what} (${failures})`);
  say(`${what}: ${passed} passed, ${failures} failed`);
}
