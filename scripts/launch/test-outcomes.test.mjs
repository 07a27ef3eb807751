import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from './checkout.mjs';
import { countReport, failuresIn } from './test-outcomes.mjs';

/** @type {string} */
let dir;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-outcomes-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** @param {object} report */
function written(report) {
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

/** @param {string} status @param {...string} failureMessages */
const suiteTest = (status, ...failureMessages) => ({ fullName: `it ${status}`, status, failureMessages });
/** @param {string} status @param {object[]} errors */
const journey = (status, errors) => ({
  title: `an evening, ${status}`,
  file: 'evening.spec.ts',
  tests: [{ status, results: [{ errors }] }],
});

test('a test that failed, and a file that failed around its tests, are counted and named with their first line', () => {
  const file = written({
    numTotalTests: 3,
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: join(checkout, 'core/src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [suiteTest('passed'), suiteTest('failed', '\u001b[31mexpected 1\u001b[39m\n  at a')],
      },
      {
        name: join(checkout, 'core/src/b.test.ts'),
        status: 'failed',
        message: 'too late\n  at b',
        assertionResults: [suiteTest('passed')],
      },
    ],
  });
  expect(countReport(file)).toEqual({ passed: 2, failed: 2 });
  expect(failuresIn(file)).toEqual([
    'core/src/a.test.ts: it failed: expected 1',
    'core/src/b.test.ts: before or after its tests: too late',
  ]);
});

test('a journey that failed is counted and named, wherever its file groups it', () => {
  const file = written({
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    errors: [{ message: 'no such file' }],
    suites: [
      { specs: [journey('expected', [])], suites: [{ specs: [journey('unexpected', [{ message: 'not seen\nat' }])] }] },
    ],
  });
  expect(countReport(file)).toEqual({ passed: 1, failed: 1 });
  expect(failuresIn(file)).toEqual([
    'evening.spec.ts: an evening, unexpected: not seen',
    'journeys: before they could run: no such file',
  ]);
});

test('a run that wrote nothing has no counts and names nothing', () => {
  const missing = join(dir, 'none.json');
  expect([countReport(missing), failuresIn(missing)]).toEqual([undefined, []]);
});
