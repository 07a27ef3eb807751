import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { chromium } from '@playwright/test';
import { browserOptions } from '../../e2e/stage/browser.ts';

/** Fetched when it is asked for: 85 packages, 176 MB, that nothing else needs. */
const program = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's four numbers of a page as its phone sees it, of 100. */
export async function lighthouse(url: string): Promise<readonly number[]> {
  const words = [
    '--yes',
    program,
    url,
    '--quiet',
    '--output=json',
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
  ];
  const child = spawn('npx', words, {
    env: { ...process.env, CHROME_PATH: browserOptions.executablePath ?? chromium.executablePath() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = JSON.parse(await text(child.stdout)) as { categories: Record<string, { score: number }> };
  return categories.map((name) => Math.round((said.categories[name]?.score ?? 0) * 100));
}
