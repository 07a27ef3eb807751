import { execFileSync } from 'node:child_process';
import { checkout, giveUp } from './checkout.mjs';

/**
 * Files that tests read without importing them. No test knows which of them it needs, so all suites run when one was
 * changed.
 */
const readByTests = /\.(sql|xsd|mp4|html)$|^(package-lock\.json|vitest\.config\.ts)$/;
const everyJourney = /^e2e\/(support\/|playwright\.config)/;
const journey = /^e2e\/journeys\/.*\.spec\.ts$/;

/**
 * What to run for these files: arguments for vitest, and the journeys among them, or every journey when what they share
 * was changed. @param {string[]} files relative to the checkout @param {string} since a commit
 */
export function testsFor(files, since) {
  const suites = files.some((file) => readByTests.test(file)) ? [] : [`--changed=${since}`, '--passWithNoTests'];
  const journeys = files.some((file) => everyJourney.test(file))
    ? ['e2e/journeys']
    : files.filter((file) => journey.test(file));
  return { suites, journeys };
}

/** @param {string} since a commit */
export function changedTests(since) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).split('\n').filter(Boolean);
  try {
    const files = [
      ...git('diff', '--name-only', '--diff-filter=d', since, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
    return testsFor(files, since);
  } catch {
    return giveUp(`Git knows no commit ${since}: name one after "changed", or none for the last one.`);
  }
}
