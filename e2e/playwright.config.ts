import { defineConfig, devices } from '@playwright/test';
import { browserOptions } from './stage/browser.ts';

export default defineConfig({
  testDir: './journeys',
  // Each with a product of its own: one journey alone leaves half of two processors idle.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // For what hangs: the longest journey takes three minutes on a machine of its own, five where another one works beside it.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: browserOptions,
    permissions: ['camera', 'microphone'],
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
