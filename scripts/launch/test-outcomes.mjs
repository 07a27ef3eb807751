import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkout } from './checkout.mjs';
import { journeysOf, readReport } from './test-reports.mjs';

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} SuiteTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: SuiteTest[] }} SuiteFile */

/** A file whose preparation or end failed, without a test of it that did. @param {SuiteFile} file */
const isBrokenFile = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((one) => one.status !== 'failed');

/**
 * Reads what a run wrote down: our checks, vitest or Playwright. Undefined when it wrote nothing. Skipped tests count
 * as neither. @param {string} file @returns {{ passed: number, failed: number } | undefined}
 */
export function countReport(file) {
  const report = readReport(file);
  if (report?.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
  if (report?.numTotalTests !== undefined)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.testResults.filter(isBrokenFile).length,
    };
  return report && { passed: report.passed, failed: report.failed };
}

/** @param {string} where @param {string} title @param {string | undefined} error */
const line = (where, title, error) =>
  `${where}: ${title}: ${
    stripVTControlCharacters(error ?? '')
      .trim()
      .split('\n')[0]
  }`;

/**
 * What failed, a line each: file, title and the first line of the error. For the end of a log, whose middle nobody
 * keeps. @param {string} file what vitest or Playwright wrote @returns {string[]}
 */
export function failuresIn(file) {
  const report = readReport(file);
  /** @type {SuiteFile[]} */
  const files = report?.testResults ?? [];
  return [
    ...files.flatMap((one) => {
      const where = relative(checkout, one.name).replaceAll('\\', '/');
      if (isBrokenFile(one)) return [line(where, 'before or after its tests', one.message)];
      const failed = one.assertionResults.filter(({ status }) => status === 'failed');
      return failed.map(({ fullName, failureMessages }) => line(where, fullName, failureMessages[0]));
    }),
    ...journeysOf(report)
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map((journey) => {
        const errors = journey.tests.flatMap(({ results }) => results.flatMap((one) => one.errors));
        return line(journey.file, journey.title, errors[0]?.message);
      }),
    ...(report?.errors ?? []).map((/** @type {{ message?: string }} */ { message }) =>
      line('journeys', 'before they could run', message),
    ),
  ];
}
