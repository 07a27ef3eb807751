import type { Browser } from '@playwright/test';
import { liveAudience } from '../../support/broadcast-audience.ts';
import { FirefoxPerson, startFirefox } from '../../support/firefox.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { viewer2Email } from '../../support/session.ts';
import { test } from '../../support/test.ts';
import { until } from '../../support/until.ts';
import { WebKitPerson } from '../../support/webkit.ts';

/** One place by WebRTC, which a Chromium takes, so that the other browser watches by HLS. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct(undefined, undefined, { BROADCAST_WEBRTC_VIEWERS_MAX: '1' });
});
test.afterAll(() => product.stop());

/** What any browser can be asked for. */
interface Watcher {
  opens(path: string): Promise<void>;
  presses(name: string): Promise<void>;
  reads(text: string, withinMs?: number): Promise<void>;
  evaluates<T>(read: () => T): Promise<T>;
}

/** Runs in the page. */
const videoThere = () => {
  const video = document.querySelector<HTMLVideoElement>('video[aria-label="Live video"]');
  if (!video) return { at: -1, width: 0, rate: 0, plays: false, muted: false };
  const { currentTime: at, videoWidth: width, playbackRate: rate, paused, muted } = video;
  return { at, width, rate, plays: !paused, muted };
};

/** The event is live, its one place by WebRTC is taken, and the watcher sees it some seconds later; then it ends. */
async function watched(browser: Browser, title: string, watcher: Watcher): Promise<void> {
  const { uuid, host, first, encoder } = await liveAudience(browser, product, title);
  await watcher.opens(`/broadcast/${uuid}`);
  await watcher.presses('Join streaming');
  await watcher.reads('s behind the stage', 60_000);
  const see = () => watcher.evaluates(videoThere);
  // A press that is some seconds old allows no sound in WebKit: the picture moves, and the sound waits for another one.
  await until('it plays with sound', async () => {
    const { plays, muted } = await see();
    if (muted) await watcher.presses('Tap to unmute');
    return plays && !muted;
  });
  await until('there is a picture', async () => (await see()).width === 320);
  const before = await see();
  await until('eight seconds later it still plays', async () => (await see()).at > before.at + 8, 40_000);
  await first.says('Hello from the front');
  await watcher.reads('Hello from the front');
  await watcher.presses('Back 10 seconds');
  await watcher.reads('behind the stage. The chat is live.');
  await watcher.presses('Playback speed');
  await until('it plays faster', async () => (await see()).rate === 1.25);
  await watcher.presses('Back to live');
  await watcher.reads('s behind the stage');
  const back = await see();
  await until('it plays what is live', async () => (await see()).at > back.at + 2);
  await host.finishes();
  await watcher.reads('That’s a wrap');
  encoder.pull();
}

test('Firefox plays a broadcast by HLS, rewinds, and comes back to live', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const firefox = await startFirefox();
  try {
    const person = await FirefoxPerson.logsIn(firefox.browser, product, viewer2Email);
    await watched(browser, 'Seen in Firefox', {
      opens: (path) => person.opens(path),
      presses: (name) => person.presses(name),
      reads: (text, withinMs) => person.reads(text, withinMs),
      evaluates: (read) => person.page.evaluate(read),
    });
  } finally {
    await firefox.close();
  }
});

test('WebKit plays a broadcast by HLS, rewinds, and comes back to live', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const person = await WebKitPerson.logsIn(product, viewer2Email);
  try {
    await watched(browser, 'Seen in WebKit', person);
  } finally {
    await test.info().attach('WebKit', { body: await person.picture(), contentType: 'image/png' });
    await person.close();
  }
});
