import './launch/node-version.mjs';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './launch/browser.mjs';
import { checkout, giveUp, pinnedNode, say } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { runHere } from './launch/run-child.mjs';
import { ensureServerBuild } from './launch/server-build.mjs';
import { countReport } from './launch/test-counts.mjs';
import { bringBrowser, bringFfmpeg, bringLongTools, bringVideoEngine } from './launch/test-tools.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/**
 * `npm test`: builds and checks while it brings what is missing, then suites and journeys. The last line is alone and
 * real: `N passed, N failed`. `--long` adds what takes long.
 */
const long = process.argv.includes('--long');
const reports = join(checkout, '.cache', 'test-reports');
const began = performance.now();
const total = { passed: 0, failed: 0 };
const broken = [];

await oneAtATime(ensurePackages).catch((error) => giveUp(`Tests could not be prepared: ${error.message}`));
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}`,
  NO_COLOR: '1',
  ...(long ? { TEST_LONG: '1' } : {}),
};

// Browser and video engine take minutes on a new machine: they come while we build and check, and suites use the
// engine, too.
const engineIsHere = bringVideoEngine(env).then((found) => {
  if (!found) say('There is no video engine: the suites and journeys that need one will fail.');
});
// apt-get does one thing at a time: ffmpeg comes when the browser is there.
const browserComes = bringBrowser();
const ffmpegIsHere = browserComes.then(() => bringFfmpeg(env)).then((path) => (env.PATH = path ?? env.PATH));
const longToolsAreHere = ffmpegIsHere.then(() => (long ? bringLongTools() : undefined));
const brought = Promise.all([browserComes, engineIsHere, ffmpegIsHere, longToolsAreHere]);

heading('Builds');
for (const [name, build] of Object.entries({ 'web build': ensureWebBuild, 'server build': ensureServerBuild }))
  await oneAtATime(build).then(
    () => tally(name, { passed: 1, failed: 0 }),
    (error) => {
      say(error.message);
      tally(name, { passed: 0, failed: 1 });
    },
  );

heading('Checks');
const checksReport = join(reports, 'checks.json');
await runHere(pinnedNode, ['scripts/check.mjs', '--report', checksReport], { env });
tally('checks', countReport(checksReport));

const [browserIsHere] = await brought;

heading('Suites');
const suitesReport = join(reports, 'suites.json');
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${suitesReport}`,
];
const suites = await runHere(pinnedNode, vitest, { env });
tally('suites', countReport(suitesReport), suites);

heading('Journeys');
if (!existsSync(join(checkout, 'e2e', 'journeys'))) say('There are no journeys.');
else if (browserIsHere) {
  const journeysReport = join(reports, 'journeys.json');
  const words = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
  ];
  if (!long) words.push('--grep-invert', '@long');
  const browser = chromiumPath();
  const code = await runHere(pinnedNode, words, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport, ...(browser ? { CHROMIUM_PATH: browser } : {}) },
  });
  tally('journeys', countReport(journeysReport), code);
} else tally('journeys', { passed: 0, failed: 1 });

say('');
for (const line of broken) say(`failed: ${line}`);
say(`Took ${Math.round((performance.now() - began) / 1000)} s.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** @param {string} title */
function heading(title) {
  say(`\n== ${title} ==`);
}

/**
 * A run that ended badly without a failing test of its own (it crashed, or wrote no report) counts as one failure.
 * @param {string} what @param {{ passed: number, failed: number } | undefined} counts @param {number} [code]
 */
function tally(what, counts, code = 0) {
  const { passed, failed } = counts ?? { passed: 0, failed: 1 };
  const failures = failed === 0 && code !== 0 ? 1 : failed;
  total.passed += passed;
  total.failed += failures;
  if (failures > 0) broken.push(`${what} (${failures})`);
  say(`${what}: ${passed} good, ${failures} bad`);
}
