import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import type { Product } from './product.ts';
import { tokenOf } from './session.ts';
import { startSound } from './sound.ts';
import { until } from './until.ts';

/** Debian's, Ubuntu's and Mozilla's builds. Playwright drives only its patched build, which no viewer uses. */
const programs = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'];

const preferences = {
  // Devices that beep and change color, without a question.
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  // Engine and browser are on one machine.
  'media.peerconnection.ice.loopback': true,
};

export interface Firefox {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** A real Firefox with fake devices. `more` are preferences. */
export async function startFirefox(more: Record<string, boolean | number> = {}): Promise<Firefox> {
  const executablePath = programs.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) throw new Error('There is no Firefox: install Debian\'s "firefox-esr", or set FIREFOX_PATH.');
  const sound = await startSound();
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { ...preferences, ...more },
    env: { ...process.env, PULSE_SERVER: sound.server },
  });
  return {
    browser,
    async close() {
      await browser.close();
      await sound.stop();
    },
  };
}

/** One person with a Firefox. */
export class FirefoxPerson {
  readonly page: Page;
  private readonly product: Product;

  private constructor(page: Page, product: Product) {
    this.page = page;
    this.product = product;
  }

  static async logsIn(browser: Browser, product: Product, email: string): Promise<FirefoxPerson> {
    const session = await tokenOf(product, email);
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(watchConnections);
    await page.goto(`${product.url}/favicon.svg`);
    await page.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('frontrow-access-token', access_token);
      localStorage.setItem('frontrow-refresh-token', refresh_token);
    }, session);
    return new FirefoxPerson(page, product);
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(this.product.url + path);
  }

  /** Presses the button whose name begins so, as a person does: some calls need a press of their own. */
  async presses(name: string): Promise<void> {
    const selector = `::-p-xpath(//button[not(@disabled)][starts-with(@aria-label, "${name}") or starts-with(normalize-space(), "${name}")])`;
    await this.page.locator(selector).setTimeout(30_000).click();
  }

  says(): Promise<string> {
    return this.page.evaluate(() => document.body.innerText);
  }

  async reads(text: string, withinMs = 30_000): Promise<void> {
    await until(`Firefox shows “${text}”`, async () => (await this.says()).includes(text), withinMs);
  }

  /** Frames decoded by connections from the `first` one on, which is numbered in the order they were made. */
  frames(first = 0): Promise<number> {
    return this.page.evaluate(async (from) => {
      let frames = 0;
      for (const connection of (globalThis as unknown as Watched).peerConnections.slice(from))
        for (const report of (await connection.getStats()).values())
          if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0;
      return frames;
    }, first);
  }

  connections(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as Watched).peerConnections.length);
  }

  /** What the first meter of the page says, 0 to 100. */
  meter(): Promise<number> {
    return this.page.evaluate(() =>
      Number(document.querySelector('[role="meter"]')?.getAttribute('aria-valuenow') ?? 0),
    );
  }
}

interface Watched {
  peerConnections: RTCPeerConnection[];
}

/** Runs in the page, before its own code. */
function watchConnections(): void {
  const made: RTCPeerConnection[] = [];
  (globalThis as unknown as Watched).peerConnections = made;
  const Native = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = new Proxy(Native, {
    construct(target, parts: ConstructorParameters<typeof RTCPeerConnection>) {
      const connection = new target(...parts);
      made.push(connection);
      return connection;
    },
  });
}
