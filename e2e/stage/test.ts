import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, test as base } from '@playwright/test';
import { Host, type Person, Viewer } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { watchReceivers } from './receivers.ts';

interface Stage {
  /** A person with cookies, storage and pages of their own; `launch`: and with a browser process started so. */
  newHost(options?: BrowserContextOptions, launch?: LaunchOptions): Promise<Host>;
  newViewer(options?: BrowserContextOptions, launch?: LaunchOptions): Promise<Viewer>;
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  permissions: ['camera', 'microphone'],
  timezoneId: 'UTC',
};

/**
 * All journeys of a worker share one running product, and one browser process: to start one for each person was a
 * tenth of all the processors' time. What a journey leaves open is closed behind it, so that it costs the next nothing.
 */
export const test = base.extend<{ stage: Stage; closed: void }, { product: Product }>({
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
  stage: async ({ product, browser }, provide) => {
    const ownBrowsers: Browser[] = [];
    const open = async <P extends Person>(
      Role: new (...parts: ConstructorParameters<typeof Person>) => P,
      options: BrowserContextOptions,
      launch: LaunchOptions | undefined,
    ): Promise<P> => {
      const own = launch && (await chromium.launch(launch));
      if (own) ownBrowsers.push(own);
      const context = await (own ?? browser).newContext(options);
      context.setDefaultTimeout(20_000);
      await watchReceivers(context);
      return new Role(context, product, await context.newPage());
    };
    await provide({
      newHost: (options = {}, launch) => open(Host, { ...desktop, ...options }, launch),
      newViewer: (options = {}, launch) => open(Viewer, { ...desktop, ...options }, launch),
    });
    await Promise.all(ownBrowsers.map((own) => own.close()));
  },
});

export { expect } from '@playwright/test';
