import { expect, test } from 'vitest';
import { testsFor } from './changed-tests.mjs';

test('runs the suites that import a changed file, and no journey', () => {
  expect(testsFor(['server/src/app.ts'], 'HEAD')).toEqual({
    suites: ['--changed=HEAD', '--passWithNoTests'],
    journeys: [],
  });
});

test('runs all suites when a stored function was changed, because no test imports it', () => {
  expect(testsFor(['server/src/db/functions/hold_seats.sql'], 'HEAD').suites).toEqual([]);
});

test('runs a changed journey, and every journey when what they share was changed', () => {
  const changed = 'e2e/journeys/checkout.spec.ts';
  expect(testsFor([changed], 'main').journeys).toEqual([changed]);
  expect(testsFor([changed, 'e2e/support/people.ts'], 'main').journeys).toEqual(['e2e/journeys']);
});
