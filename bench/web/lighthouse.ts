import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { chromium } from '@playwright/test';
import { browserOptions } from '../../e2e/support/browser.ts';

/** Fetched when it is asked for: 85 packages, 176 MB, that nothing else needs. */
const program = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/**
 * What Lighthouse says when it could not measure a page, which another try may: a trace without a start, a page that
 * hung.
 */
const couldNot = 'Runtime error encountered:';

interface Answer {
  readonly printed: string;
  readonly complained: string;
}

async function ask(url: string): Promise<Answer> {
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { printed, complained };
}

function scoresIn(printed: string): readonly number[] | undefined {
  try {
    const said = JSON.parse(printed) as { categories: Record<string, { score: number | null }> };
    const scores = categories.map((name) => said.categories[name]?.score ?? null);
    return scores.every((score) => score === null) ? undefined : scores.map((score) => Math.round((score ?? 0) * 100));
  } catch {
    return undefined;
  }
}

const complaintIn = ({ complained }: Answer): string | undefined =>
  complained.split('\n').find((line) => line.includes(couldNot));

/** Lighthouse's four numbers of a page as its phone sees it, of 100; or one sentence of why there are none. */
export async function lighthouse(url: string, asking = ask): Promise<readonly number[] | string> {
  const first = await asking(url);
  const last = complaintIn(first) ? await asking(url) : first;
  const own = complaintIn(last);
  return (
    (own ? undefined : scoresIn(last.printed)) ??
    `Lighthouse could not measure ${url}: ${own ?? (last.complained.trim() || 'it ended without a word.')}`
  );
}
