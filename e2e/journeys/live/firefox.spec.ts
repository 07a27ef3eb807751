import { Encoder, ingestOf } from '../../support/encoder.ts';
import { type Firefox, FirefoxPerson, startFirefox } from '../../support/firefox.ts';
import type { Product } from '../../support/product.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, tokenOf, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** What only a real Firefox shows. Each person has a Firefox, which has no H.264 until it has downloaded OpenH264. */
const long = { tag: '@long' };
const restarts = 10;
/** The engine comes back within seconds; an attempt that hangs is given up after 15 s, and one more follows. */
const backWithinMs = 60_000;

const open: Firefox[] = [];
async function person(product: Product, email: string, preferences = {}): Promise<FirefoxPerson> {
  const firefox = await startFirefox(preferences);
  open.push(firefox);
  return FirefoxPerson.logsIn(firefox.browser, product, email);
}
test.afterEach(() => Promise.all(open.splice(0).map((firefox) => firefox.close())));

/** An event that starts now, and the viewer's ticket for it. */
async function startable(product: Product, title: string, broadcast = false): Promise<string> {
  const uuid = await publishEvent(product, { title, tickets: 5, price: 0, startable: true, broadcast });
  const { access_token: token } = await tokenOf(product, viewerEmail);
  const body = { event_uuid: uuid, type: broadcast ? 'streaming' : 'interactive' };
  await callApi(product, 'POST', '/events/purchase', { token, body });
  return uuid;
}

test(
  `Firefox: host and viewer come back after each of ${restarts} restarts of the video engine`,
  long,
  async ({ product }) => {
    test.setTimeout(1_200_000);
    const uuid = await startable(product, 'The engine restarts');
    const host = await person(product, hostEmail);
    await host.opens(`/streaming/${uuid}`);
    await host.presses('Start streaming');
    await host.presses('Camera on');
    const viewer = await person(product, viewerEmail);
    await viewer.opens(`/streaming/${uuid}`);
    await viewer.presses('Join streaming');
    await until('the viewer sees the host', async () => (await viewer.frames()) > 5, backWithinMs);
    const took: number[] = [];
    for (let nth = 1; nth <= restarts; nth += 1) {
      const before = await viewer.connections();
      const since = performance.now();
      await product.killEngine();
      await until(
        `new pictures arrive after restart ${nth}`,
        async () => (await viewer.frames(before)) > 5,
        backWithinMs,
      );
      for (const one of [host, viewer])
        await until(
          `nobody reconnects any more after restart ${nth}`,
          async () => !(await one.says()).includes('Reconnecting'),
        );
      took.push(Math.round((performance.now() - since) / 1000));
    }
    test.info().annotations.push({ type: 'seconds until pictures were back', description: took.join(', ') });
  },
);

test(
  'Firefox: the own microphone moves the meter, and a screen that is not shared is no error',
  long,
  async ({ product }) => {
    const uuid = await startable(product, 'Heard and not shared');
    // As after a closed picker. Without a screen, Firefox says that there is none to share.
    const host = await person(product, hostEmail, { 'permissions.default.screen': 2 });
    await host.opens(`/streaming/${uuid}`);
    await host.presses('Test speaker');
    await until('the meter shows the microphone', async () => (await host.meter()) > 0);
    await host.presses('Start streaming');
    await host.page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = (wish) =>
        ask(wish).catch((error: DOMException) => {
          document.body.dataset['screen'] = error.name;
          throw error;
        });
    });
    await host.presses('Share');
    const answer = () => host.page.evaluate(() => document.body.dataset['screen']);
    expect(['NotAllowedError', 'NotFoundError']).toContain(await until('Firefox refuses the screen', answer));
    // The button works again once the answer is dealt with.
    await host.presses('Camera on');
    await until('the camera is on', async () => (await host.page.$('[aria-label^="Camera off"]')) !== null);
    expect(await host.says()).not.toContain('Unknown error');
    const poppable = await host.page.$$eval('video', (videos) =>
      videos.filter((video) => !video.disablePictureInPicture),
    );
    expect(poppable, 'Firefox lays no button over these').toEqual([]);
  },
);

test('Firefox without H.264: a host goes live with the camera, and a viewer sees it', long, async ({ product }) => {
  const uuid = await startable(product, 'From a camera', true);
  const viewer = await person(product, viewerEmail);
  await viewer.opens(`/broadcast/${uuid}`);
  await viewer.reads('This browser can’t show H.264 video');
  const host = await person(product, hostEmail);
  await host.opens(`/broadcast/${uuid}`);
  await host.reads('No video yet');
  await host.presses('Use this camera');
  await host.reads('Ready. No one can see you until you go live.');
  await until('the meter shows the own microphone', async () => (await host.meter()) > 0);
  await host.presses('Go live');
  await until('the viewer joins automatically', async () => (await viewer.says()).includes('Exit'), 30_000);
  await until('the viewer sees the camera', async () => (await viewer.frames()) > 5, 30_000);
  expect(await viewer.says()).not.toContain('This browser can’t show H.264 video');
});

test(
  'Firefox without H.264: a host goes live with an encoder, and a viewer reads why there is no picture until it comes in VP8',
  long,
  async ({ product }) => {
    const uuid = await startable(product, 'From an encoder', true);
    const { access_token: token } = await tokenOf(product, hostEmail);
    const host = await person(product, hostEmail);
    await host.opens(`/broadcast/${uuid}`);
    await host.reads('No video yet');
    const encoder = await Encoder.knocks('RTMP', await ingestOf(product, token, uuid));
    expect(encoder.accepted).toBe(true);
    try {
      await host.reads('This browser can’t show H.264 video');
      await host.presses('Go live');
      await host.reads('Finish');
      const viewer = await person(product, viewerEmail);
      await viewer.opens(`/broadcast/${uuid}`);
      await viewer.presses('Join streaming');
      await viewer.reads('You can hear the event and chat.');
      expect(await host.says()).not.toContain('Your encoder disconnected');
      await callApi(product, 'POST', '/events/ingest/allow_vp8', { token, body: { event_uuid: uuid, enabled: true } });
      for (const who of [viewer, host])
        await until('the copy in VP8 is seen', async () => (await who.frames()) > 20, backWithinMs);
      expect(await viewer.says()).not.toContain('This browser can’t show H.264 video');
    } finally {
      encoder.pull();
    }
  },
);

test('Firefox: “Tap to unmute” covers no words, on a phone and on a desktop', long, async ({ product }) => {
  const uuid = await startable(product, 'Silent at first');
  const host = await person(product, hostEmail);
  await host.opens(`/streaming/${uuid}`);
  await host.presses('Start streaming');
  await host.presses('Microphone on');
  // Firefox wants a tap for sound even after other taps.
  const viewer = await person(product, viewerEmail, {
    'media.autoplay.default': 1,
    'media.autoplay.blocking_policy': 2,
  });
  await viewer.opens(`/streaming/${uuid}`);
  await viewer.presses('Join streaming');
  await viewer.reads('Exit');
  await viewer.page.reload();
  await viewer.reads('Tap to unmute');
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
    [844, 390],
  ] as const) {
    await viewer.page.setViewport({ width, height });
    expect(await viewer.page.evaluate(wordsBelowSoundButton), `${width} × ${height}`).toEqual([]);
  }
});

/** Runs in the page. */
function wordsBelowSoundButton(): (string | null)[] {
  const buttons = [...document.querySelectorAll('button')];
  const sound = buttons.find((one) => one.textContent?.includes('Tap to unmute'))!;
  const own = sound.getBoundingClientRect();
  const isBelow = (one: Element): boolean => {
    const its = one.getBoundingClientRect();
    return its.left < own.right && its.right > own.left && its.top < own.bottom && its.bottom > own.top;
  };
  return [...document.querySelectorAll('h1, h2, p, strong, small, button')]
    .filter((one) => !sound.contains(one) && one.checkVisibility({ opacityProperty: true }) && one.textContent?.trim())
    .filter(isBelow)
    .map((one) => one.textContent);
}
