import { broadcastAudience } from '../stage/broadcast-audience.ts';
import { Encoder, ingestOf } from '../stage/encoder.ts';
import { FirefoxPerson, startFirefox } from '../stage/firefox.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { expect, test } from '../stage/test.ts';
import { until } from '../stage/until.ts';

/** One place by WebRTC, which a Chromium takes, so that Firefox watches by HLS. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct(undefined, undefined, { BROADCAST_WEBRTC_VIEWERS_MAX: '1' });
});
test.afterAll(() => product.stop());

/** Runs in the page. */
const videoThere = () => {
  const video = document.querySelector<HTMLVideoElement>('video[aria-label="Live video"]');
  if (!video) return { at: -1, width: 0, rate: 0, muted: false };
  return { at: video.currentTime, width: video.videoWidth, rate: video.playbackRate, muted: video.muted };
};

test('Firefox plays a broadcast by HLS, rewinds, and comes back to live', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const { uuid, host, first, hostToken } = await broadcastAudience(browser, product, 'Seen in Firefox');
  const firefox = await startFirefox();
  const watcher = await FirefoxPerson.logsIn(firefox.browser, product, 'viewer2@frontrow.test');
  const see = () => watcher.page.evaluate(videoThere);
  try {
    await host.opensBroadcast(uuid);
    const encoder = await Encoder.comesBack('RTMP', await ingestOf(product, hostToken, uuid));
    await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    await host.goesLive();
    await first.opensBroadcast(uuid);
    await first.joins();
    await watcher.opens(`/broadcast/${uuid}`);
    await watcher.presses('Join streaming');
    await watcher.reads('s behind the stage', 60_000);
    const before = await see();
    expect(before).toMatchObject({ width: 320, muted: false });
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
  } finally {
    await firefox.close();
  }
});
