import process from 'node:process';
import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes runs with `npm run test:long` alone. */
const tooLong = process.env['TEST_LONG'] === '1' ? [] : ['**/*.long.test.ts'];
/** What measures the time that processes take, or needs one of a low priority: nothing else runs next to them. */
const timed = 'server/**/*.timed.test.ts';

/**
 * Core, contract, web models, what measures and what launches need nothing; server suites share one PostgreSQL and
 * clone a migrated template.
 */
export default defineConfig({
  test: {
    // For what hangs: a test of a few seconds takes ten times that where others work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // More than processors: suites wait for encoders, sockets and the database.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          // They keep nothing in a module: a process for each file took three times as long as the tests in it.
          isolate: false,
          include: [
            'artwork/src/**/*.test.ts',
            'core/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      // A page's modules hold its session and its stores, and tell each other: no file may find those of another. A
      // context for each file takes a third of the processor time that a process for each does.
      { extends: true, test: { name: 'web', pool: 'vmThreads', include: ['web/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...tooLong, timed],
          // The server keeps only counters and caches without a story in its modules (each app has its own state), so
          // its files share them: loading them again for each was a quarter of the time.
          isolate: false,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      // They begin when all others have ended: one for each of two processors.
      {
        extends: true,
        test: {
          name: 'timed',
          include: [timed],
          globalSetup: ['server/test/global-setup.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
    ],
  },
});
