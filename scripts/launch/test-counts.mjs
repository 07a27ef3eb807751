import { readFileSync } from 'node:fs';

/**
 * Reads what a run wrote down: our checks, vitest or Playwright. Undefined when it wrote nothing. Skipped tests count
 * as neither. @param {string} file @returns {{ passed: number, failed: number } | undefined}
 */
export function countReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
    if (report.numTotalTests !== undefined) {
      const brokenFiles = report.testResults.filter(
        (suite) => suite.status === 'failed' && suite.assertionResults.every((one) => one.status !== 'failed'),
      ).length;
      return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles };
    }
    return { passed: report.passed, failed: report.failed };
  } catch {
    return undefined;
  }
}
