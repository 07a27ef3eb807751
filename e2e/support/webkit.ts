import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import type { Product } from './product.ts';
import { tokenOf } from './session.ts';
import { startSound } from './sound.ts';
import { until } from './until.ts';

/** Debian's browser for tests of WebKitGTK: the engine of Safari, with GStreamer for its media. */
const program = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** One person with a WebKit of their own, driven over WebDriver. */
export class WebKitPerson {
  private readonly product: Product;
  private readonly session: string;
  private readonly end: () => Promise<void>;

  private constructor(product: Product, session: string, end: () => Promise<void>) {
    this.product = product;
    this.session = session;
    this.end = end;
  }

  static async logsIn(product: Product, email: string): Promise<WebKitPerson> {
    const sound = await startSound();
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [display] = (await once(createInterface(screen.stdio[3] as NodeJS.ReadableStream), 'line')) as [string];
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, PULSE_SERVER: sound.server },
    });
    let failed: Error | undefined;
    driver.once('error', (error) => (failed = error));
    const server = `http://127.0.0.1:${port}`;
    await until('the driver of WebKit listens', () => {
      if (failed) throw new Error('There is no WebKit: install Debian\'s "webkit2gtk-driver".', { cause: failed });
      return fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const options = { binary: program, args: ['--automation'] };
    const { sessionId } = await ask<{ sessionId: string }>('POST', `${server}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const session = `${server}/session/${sessionId}`;
    const person = new WebKitPerson(product, session, async () => {
      await ask('DELETE', session);
      await stopped(driver);
      await stopped(screen);
      await sound.stop();
    });
    const { access_token, refresh_token } = await tokenOf(product, email);
    await person.loads('/favicon.svg');
    await person.runs(
      `localStorage.setItem('frontrow-access-token', arguments[0]);
       localStorage.setItem('frontrow-refresh-token', arguments[1]);`,
      access_token,
      refresh_token,
    );
    return person;
  }

  /**
   * Goes there from within the product. Debian builds WebKit without WebRTC, which Safari has and rooms ask for;
   * viewers by HLS only need it to be there.
   */
  async opens(path: string): Promise<void> {
    await this.loads('/help');
    await until('WebKit shows the product', () => this.evaluates(() => 'ready' in document.documentElement.dataset));
    await this.runs(
      `globalThis.RTCPeerConnection ??= class {};
       history.pushState(null, '', arguments[0]);
       dispatchEvent(new PopStateEvent('popstate'));`,
      path,
    );
  }

  /** Presses the button whose name begins so, as a person does: sound wants a real press. */
  async presses(name: string): Promise<void> {
    const isNamed = `starts-with(@aria-label, "${name}") or starts-with(normalize-space(), "${name}")`;
    const value = `//button[not(@disabled)][${isNamed}]`;
    await until(
      `WebKit has the button “${name}”, and presses it`,
      () =>
        ask<Record<string, string>>('POST', `${this.session}/element`, { using: 'xpath', value })
          .then((found) => ask('POST', `${this.session}/element/${found[elementKey]}/click`, {}))
          .then(
            () => true,
            () => false,
          ),
      30_000,
    );
  }

  async reads(text: string, withinMs = 30_000): Promise<void> {
    const says = (): Promise<string> => this.evaluates(() => document.body.innerText);
    await until(`WebKit shows “${text}”`, async () => (await says()).includes(text), withinMs);
  }

  /** What `read` answers in the page, where it has nothing but its own text. */
  evaluates<T>(read: () => T): Promise<T> {
    return this.runs<T>(`return (${read.toString()})()`);
  }

  /** A picture of the page, as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(await ask<string>('GET', `${this.session}/screenshot`), 'base64');
  }

  close(): Promise<void> {
    return this.end();
  }

  private async loads(path: string): Promise<void> {
    await ask('POST', `${this.session}/url`, { url: this.product.url + path });
  }

  private runs<T>(script: string, ...args: readonly string[]): Promise<T> {
    return ask<T>('POST', `${this.session}/execute/sync`, { script, args });
  }
}

/** One command of the W3C's WebDriver protocol. Throws with the driver's words. */
async function ask<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value).slice(0, 400)}`);
  return value;
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill();
  await until('it ended', () => child.exitCode !== null || child.signalCode !== null);
}
