/**
 * How fast public pages are on a phone: 4 × slower processor, 1.6 Mbit/s, 150 ms; the event page's largest paint
 * against a static page with the same picture, and the time that it and Discover are blocked against a bare hydrated
 * React page of as many elements, in the same run. `npm run bench web`; with `lighthouse` as one more word also its
 * four numbers, which needs the network. Blocking is what goes beyond 50 ms at a time after the first paint until the
 * page is quiet, by scripts or by styles and layout, without what the test tool adds to a task (`asForReaders`);
 * Lighthouse runs as everybody runs it. Correctness first: a visit counts only when the page was taken over and says
 * what it should.
 */
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { browserOptions } from '../e2e/support/browser.ts';
import { startableEvent } from '../e2e/support/live-room.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { median, print } from './report.ts';
import { bareReactPage } from './web/bare-react.ts';
import { lighthouse } from './web/lighthouse.ts';
import { staticPage } from './web/static-page.ts';
import { asForReaders, type Visit, visit } from './web/visit.ts';

const visits = 7;
const readyWithinMs = 30_000;
/** Goals: medians. */
const ratioMax = 1.4;
/**
 * Blocked time against a bare React page's. Both are measured with a far slower processor: at the phone's pace a fast
 * machine blocks neither, and nothing could be compared.
 */
const blockedRatioMax = 2;
const blockedSlowdown = 12;
const slowVisits = 5;
const clsMax = 0.02;
const blockingMsMax = 150;
/** As gzip: browsers take brotli only where the address is safe; its goal is the size check's. */
const scriptBytesMax = 130_000;
/** Performance, accessibility, best practices, search engines. */
const scoresMin = [95, 100, 100, 100] as const;

const shown = (scores: readonly number[] | string): string =>
  typeof scores === 'string' ? scores : scores.join(' / ');
const isTooLow = (scores: readonly number[] | string): boolean =>
  typeof scores === 'string' || scores.some((score, i) => score < scoresMin[i]!);

const takenOver = async (page: Page): Promise<void> => {
  await expect(page.locator('html[data-ready]')).toBeAttached({ timeout: readyWithinMs });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const hydrated = async (page: Page): Promise<void> => {
  const button = page.getByRole('button').first();
  await button.click();
  await expect(button).toHaveText('Taken');
};
const pictureShown = async (page: Page): Promise<void> =>
  void (await expect
    .poll(() => page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0));

/** The picture as everybody gets it who comes later: smaller than the first one's once that is made. */
async function pictureOf(largest: string): Promise<{ bytes: Buffer; type: string }> {
  for (;;) {
    const answer = await fetch(largest, { headers: { accept: 'image/avif,image/webp,*/*' } });
    if (!answer.ok) throw new Error(`the largest thing of the event page is no picture: ${largest}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.headers.get('cache-control')?.includes('immutable'))
      return { bytes, type: answer.headers.get('content-type') ?? 'image/webp' };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function measure(browser: Browser, product: Product) {
  const eventUrl = `${product.url}/event/${await startableEvent(product)}`;
  // Everybody's first visit draws the page and has its pictures made smaller; what is measured is everybody else's.
  const first = await visit(browser, eventUrl, takenOver);
  const discover = await visit(browser, product.url, takenOver);
  for (const picture of [...first.pictures, ...discover.pictures]) await pictureOf(picture);
  const floor = await staticPage(await pictureOf(first.largest));
  const runs: Record<'floor' | 'event' | 'discover' | 'bareSlow' | 'eventSlow' | 'discoverSlow', Visit[]> = {
    floor: [],
    event: [],
    discover: [],
    bareSlow: [],
    eventSlow: [],
    discoverSlow: [],
  };
  const bare = await bareReactPage(first.elements);
  for (let i = 0; i < visits; i++) {
    runs.floor.push(await visit(browser, floor.url, pictureShown));
    runs.event.push(await visit(browser, eventUrl, takenOver));
    runs.discover.push(await visit(browser, `${product.url}/`, takenOver));
  }
  for (let i = 0; i < slowVisits; i++) {
    runs.bareSlow.push(await visit(browser, bare.url, hydrated, blockedSlowdown));
    runs.eventSlow.push(await visit(browser, eventUrl, takenOver, blockedSlowdown));
    runs.discoverSlow.push(await visit(browser, `${product.url}/`, takenOver, blockedSlowdown));
  }
  floor.stop();
  bare.stop();
  const scores: Partial<Record<'event' | 'discover', readonly number[] | string>> = {};
  if (process.argv.includes('lighthouse')) {
    scores.event = await lighthouse(eventUrl);
    scores.discover = await lighthouse(`${product.url}/`);
  }
  return { runs, scores };
}

const product = await startProduct();
const browser = await chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), asForReaders] });
try {
  const { runs, scores } = await measure(browser, product);
  const of = (name: keyof typeof runs, what: 'lcpMs' | 'cls' | 'blockingMs' | 'scriptBytes'): number =>
    median(runs[name].map((one) => one[what]));
  const ratio = of('event', 'lcpMs') / of('floor', 'lcpMs');
  const blockedRatio = (name: 'event' | 'discover'): number =>
    of(`${name}Slow`, 'blockingMs') / of('bareSlow', 'blockingMs');
  const line = (name: 'event' | 'discover'): string =>
    `LCP ${of(name, 'lcpMs').toFixed(0)} ms, CLS ${of(name, 'cls').toFixed(4)}, blocked ` +
    `${of(name, 'blockingMs').toFixed(0)} ms, JavaScript ${(of(name, 'scriptBytes') / 1000).toFixed(1)} ` +
    'kB over the wire';
  print(`Public pages on a slow phone, medians of ${visits}`, [
    ['static page, same picture', `LCP ${of('floor', 'lcpMs').toFixed(0)} ms`],
    ['event page', line('event')],
    ['Discover', line('discover')],
    [`bare React page, ${blockedSlowdown} × slower`, `blocked ${of('bareSlow', 'blockingMs').toFixed(0)} ms`],
    ...(['event', 'discover'] as const).map(
      (name) =>
        [
          `${name} / bare React page`,
          `${blockedRatio(name).toFixed(2)} (at most ${blockedRatioMax}): blocked ` +
            `${of(`${name}Slow`, 'blockingMs').toFixed(0)} ms`,
        ] as const,
    ),
    ['event page / static page', `${ratio.toFixed(2)} (at most ${ratioMax})`],
    ...Object.entries(scores).map(([name, all]) => [`Lighthouse, ${name}`, shown(all)] as const),
  ]);
  const misses = [
    ...(ratio > ratioMax ? [`largest paint ${ratio.toFixed(2)} × the static page's`] : []),
    ...(['event', 'discover'] as const).flatMap((name) => [
      ...(of(name, 'cls') > clsMax ? [`${name}: layout shifts ${of(name, 'cls').toFixed(3)}`] : []),
      ...(of(name, 'blockingMs') > blockingMsMax ? [`${name}: blocked ${of(name, 'blockingMs').toFixed(0)} ms`] : []),
      ...(blockedRatio(name) > blockedRatioMax
        ? [`${name}: blocked ${blockedRatio(name).toFixed(2)} × the bare React page`]
        : []),
      ...(of(name, 'scriptBytes') > scriptBytesMax ? [`${name}: ${of(name, 'scriptBytes')} B of JavaScript`] : []),
      ...(scores[name] !== undefined && isTooLow(scores[name]) ? [`${name}: Lighthouse ${shown(scores[name])}`] : []),
    ]),
  ];
  for (const miss of misses) process.stdout.write(`  MISSED  ${miss}\n`);
  process.exitCode = misses.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await product.stop();
}
