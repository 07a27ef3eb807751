import process from 'node:process';
import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes runs with `npm run test:long` alone. */
const tooLong = process.env['TEST_LONG'] === '1' ? [] : ['**/*.long.test.ts'];

/**
 * Core, contract, web models, what measures and what launches need nothing; server suites share one PostgreSQL and
 * clone a migrated template.
 */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          // A process for each file took three times as long as the tests in it. What a file leaves behind in a module
          // (a session, a store) its neighbours must bear: `--sequence.shuffle.files` shows whether they do.
          isolate: false,
          include: [
            'artwork/src/**/*.test.ts',
            'core/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...tooLong],
          // The server keeps only counters and caches without a story in its modules (each app has its own state), so
          // its files share them: reading them anew for each was a quarter of the time.
          isolate: false,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
    ],
  },
});
