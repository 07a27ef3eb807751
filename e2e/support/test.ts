import process from 'node:process';
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, test as base } from '@playwright/test';
import { smallCamera } from './camera-file.ts';
import { Host, type Person, Viewer } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { watchReceivers } from './receivers.ts';

export interface People {
  /** A person with a browser of their own, which is closed when the test ends. */
  newHost(options?: BrowserContextOptions, launch?: LaunchOptions): Promise<Host>;
  newViewer(options?: BrowserContextOptions, launch?: LaunchOptions): Promise<Viewer>;
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  permissions: ['camera', 'microphone'],
  timezoneId: 'UTC',
};

/**
 * All journeys of a worker share one running product; every person gets a browser process, because people who share one
 * wait for each other's pictures. What a journey leaves open is closed behind it, so that it costs the next nothing.
 */
export const test = base.extend<{ people: People; closed: void }, { product: Product }>({
  product: [
    async ({ browserName }, provide) => {
      if (browserName !== 'chromium') throw new Error('the journeys need the fake camera of Chromium');
      const product = await startProduct();
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  closed: [
    async ({ browser }, provide) => {
      await provide();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  people: async ({ product }, provide) => {
    const browsers: Browser[] = [];
    const open = async <P extends Person>(
      Role: new (...parts: ConstructorParameters<typeof Person>) => P,
      options: BrowserContextOptions,
      launch: LaunchOptions = smallCamera,
    ): Promise<P> => {
      const browser = await chromium.launch(launch);
      browsers.push(browser);
      const context = await browser.newContext(options);
      context.setDefaultTimeout(20_000);
      await watchReceivers(context);
      return new Role(context, product, await context.newPage());
    };
    await provide({
      newHost: (options = {}, launch) => open(Host, { ...desktop, ...options }, launch),
      newViewer: (options = {}, launch) => open(Viewer, { ...desktop, ...options }, launch),
    });
    await Promise.all(browsers.map((browser) => browser.close()));
  },
});

export { expect } from '@playwright/test';

/** Whether this is the long run, in which journeys also look at the details next to their path. */
export const isLongRun = process.env['TEST_LONG'] === '1';

/** A step of the long run: the path of the journey goes on without it. */
export async function detail(title: string, look: () => Promise<void>): Promise<void> {
  if (isLongRun) await test.step(title, look);
}
