import type { Browser, CDPSession, Page } from '@playwright/test';

/** A middling phone on a slow mobile network. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const phoneSlowdown = 4;
const bytesPerSecond = 1_600_000 / 8;
const latencyMs = 150;
/** Long tasks after the page is quiet count, too. */
const quietMs = 1_500;
/**
 * The test tool listens for errors. V8 then reads a script again for the places of an error that is made in it, and
 * React makes some while its file is run: the task of 30 ms that readers have is one of 150 to 200. Places kept at
 * once cost compiling a little more.
 */
export const asForReaders = '--js-flags=--no-enable-lazy-source-positions';
const longTaskMs = 50;
const settleWithinMs = 30_000;

export interface Visit {
  readonly lcpMs: number;
  /** What the browser held for the largest thing: an address of a picture, or a text's element. */
  readonly largest: string;
  readonly cls: number;
  /**
   * What the page's work takes beyond 50 ms at a time, from the first paint on; a frame's styles and layout are work,
   * too.
   */
  readonly blockingMs: number;
  /** Addresses of the event pictures that were loaded. */
  readonly pictures: readonly string[];
  /** JavaScript as it came over the wire, without headers. */
  readonly scriptBytes: number;
  /** Of the page's body, when it is quiet. */
  readonly elements: number;
}

interface Seen {
  lcp: number;
  largest: string;
  cls: number;
  /** Frames that took long: a list of long tasks leaves out those without a script, and so most styles and layouts. */
  long: { start: number; ms: number; blockingMs: number }[];
  /** The page answers: a public page was taken over, another has loaded. */
  settled: Promise<unknown>;
}

const watch = (): void => {
  const on = (name: string): Promise<unknown> => new Promise((done) => addEventListener(name, done));
  const ready = on('frontrow-ready');
  const settled = on('load').then(() => document.querySelector('meta[name="code"]') && ready);
  const seen: Seen = { lcp: 0, largest: '', cls: 0, long: [], settled };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url: string; element?: Element })[]) {
      seen.lcp = entry.startTime;
      seen.largest = entry.url || (entry.element?.tagName ?? '');
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { blockingDuration: number })[])
      seen.long.push({ start: entry.startTime, ms: entry.duration, blockingMs: entry.blockingDuration });
  }).observe({ type: 'long-animation-frame', buffered: true });
};

async function slowDown(session: CDPSession, cpuSlowdown: number): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/**
 * Says when the page settled without a word in it: what the test tool brings to look at a page is a long task itself.
 */
async function untilSettled(session: CDPSession): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the page was not taken over')), settleWithinMs);
  await Promise.race([
    late.promise,
    session.send('Runtime.evaluate', { expression: 'seen.settled', awaitPromise: true }),
  ]);
  clearTimeout(timer);
}

/** One cold visit; `proof` must be seen, or the visit does not count. */
export async function visit(
  browser: Browser,
  url: string,
  proof: (page: Page) => Promise<void>,
  cpuSlowdown = phoneSlowdown,
): Promise<Visit> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watch);
  await slowDown(session, cpuSlowdown);
  await page.goto(url);
  await untilSettled(session);
  await page.waitForTimeout(quietMs);
  const { seen, painted, scriptBytes, pictures, elements } = await page.evaluate(() => ({
    pictures: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith('/media/covers/')),
    scriptBytes: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    elements: document.body.querySelectorAll('*').length,
    seen: (window as unknown as { seen: Seen }).seen,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await proof(page);
  await context.close();
  return {
    lcpMs: seen.lcp,
    largest: seen.largest,
    pictures,
    cls: seen.cls,
    blockingMs: seen.long
      .map(({ start, ms, blockingMs }) => Math.min(blockingMs, start + ms - painted - longTaskMs))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0),
    scriptBytes,
    elements,
  };
}
