import { expect, test } from 'vitest';
import { testsFor } from './changed-tests.mjs';

test('a changed file runs the suites that import it, and no journey', () => {
  expect(testsFor(['server/src/app.ts'], 'HEAD')).toEqual({
    suites: ['--changed=HEAD', '--passWithNoTests'],
    journeys: [],
  });
});

test('a changed stored function runs all suites, because no test imports it', () => {
  expect(testsFor(['server/src/db/functions/hold_seats.sql'], 'HEAD').suites).toEqual([]);
});

test('a changed journey runs alone, and a change of what journeys share runs every one', () => {
  const changed = 'e2e/journeys/checkout.spec.ts';
  expect(testsFor([changed], 'main').journeys).toEqual([changed]);
  expect(testsFor([changed, 'e2e/support/people.ts'], 'main').journeys).toEqual(['e2e/journeys']);
});
