import { defineConfig, devices } from '@playwright/test';
import { smallCamera } from './support/camera-file.ts';

export default defineConfig({
  testDir: './journeys',
  // Each with its own product: one journey alone leaves half of two processors idle.
  workers: 2,
  projects: [
    // Video of two or three people, encoded and decoded without a graphics card, takes two processors: one at a time,
    // and in `npm test` after the others.
    { name: 'live', testMatch: 'journeys/live/**/*.spec.ts', workers: 1 },
    { name: 'pages', testIgnore: 'journeys/live/**' },
  ],
  fullyParallel: false,
  retries: 0,
  // For what hangs: the longest journeys take one to two minutes on a machine of their own, three times that where
  // others work.
  timeout: 360_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: smallCamera,
    permissions: ['camera', 'microphone'],
    // What was done, said and asked is kept, with the last picture; a film of the pages, or a copy at each step, costs
    // more. `--trace on` to debug a failure keeps those, too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
