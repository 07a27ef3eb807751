import type { Locator, Page } from '@playwright/test';
import { broadcastAudience, liveAudience } from '../../support/broadcast-audience.ts';
import { upright } from '../../support/phone.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { adminEmail, callApi, tokenOf } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** One place by WebRTC, so that the second viewer watches by HLS. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct(undefined, undefined, { BROADCAST_WEBRTC_VIEWERS_MAX: '1' });
});
test.afterAll(() => product.stop());

test(
  'a viewer beyond the first ones watches by HLS, rewinds, is cut by a refund, and another moves up',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const live = await liveAudience(browser, product, 'From the rehearsal room');
    const { uuid, first, second, firstToken, encoder } = live;
    const video = second.page.getByLabel('Live video');
    const videoSeconds = (): Promise<number> => video.evaluate((one: HTMLVideoElement) => one.currentTime);

    await second.opensBroadcast(uuid);
    await second.joins();

    await test.step('the second sees the picture some seconds behind, and both chat', async () => {
      const behind = second.page.getByText(/^About \d+ s behind the stage$/);
      await expect(behind).toBeVisible({ timeout: 60_000 });
      expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(320);
      await expect.poll(async () => Number(/\d+/.exec((await behind.textContent()) ?? '')?.[0])).toBeLessThan(15);
      await second.says('Hello from behind');
      await first.reads('Hello from behind');
      await first.says('Hello from the front');
      await second.reads('Hello from the front');
    });

    await test.step('the second loses the network: the stage says whose connection it is, until it is back', async () => {
      const lost = second.page.getByRole('heading', { name: 'Connection lost' });
      await second.context.setOffline(true);
      await expect(lost).toBeVisible({ timeout: 40_000 });
      await expect(second.page.getByRole('status').filter({ has: lost })).toHaveCount(1);
      await second.context.setOffline(false);
      await expect(lost).toBeHidden({ timeout: 30_000 });
      await expect(second.page.getByText(/behind the stage/)).toBeVisible();
    });

    await test.step('the second rewinds to the beginning while it is live, and comes back', async () => {
      await until('there is something to rewind', async () => (await videoSeconds()) > 12 || undefined, 60_000);
      await second.page.getByRole('slider', { name: 'Rewind' }).fill('0');
      await expect(second.page.getByText(/behind the stage\. The chat is live\.$/)).toBeVisible();
      await expect.poll(videoSeconds).toBeLessThan(8);
      await second.page.getByRole('button', { name: 'Playback speed' }).click();
      expect(await video.evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.25);
      await second.page.getByRole('button', { name: 'Back to live' }).click();
      await expect(second.page.getByText(/^About \d+ s behind the stage$/)).toBeVisible();
      await second.page.getByRole('button', { name: 'Audio only' }).click();
      await expect(second.page.getByText('Audio only. The picture is hidden.')).toBeVisible();
    });

    await test.step('a place frees up: the second moves up to WebRTC without a click', async () => {
      await first.page.getByRole('button', { name: 'Exit' }).click();
      await expect(video).toHaveCount(0, { timeout: 30_000 });
      await second.seesAndHears('the second by WebRTC');
    });

    await test.step('the first is behind now, and a refund cuts them: no key any more', async () => {
      await first.opensBroadcast(uuid);
      await first.joins();
      await expect(first.page.getByText(/^About \d+ s behind the stage$/)).toBeVisible({ timeout: 60_000 });
      const key = `/events/${uuid}/hls/keys/0`;
      const asks = (): Promise<number> =>
        fetch(`${product.url}/api${key}`, { headers: { 'access-token': firstToken } }).then(({ status }) => status);
      expect(await asks()).toBe(200);
      const { access_token: admin } = await tokenOf(product, adminEmail);
      const { orders } = await callApi<{ orders: readonly { order_uuid: string }[] }>(
        product,
        'GET',
        '/billing/orders',
        { token: firstToken },
      );
      await callApi(product, 'POST', '/admin/orders/refund', {
        token: admin,
        body: { order_uuid: orders[0]!.order_uuid, reason: 'asked for it' },
      });
      await expect(first.page.getByLabel('Live video')).toHaveCount(0, { timeout: 15_000 });
      expect(await asks()).toBe(403);
    });
    encoder.pull();
  },
);

test(
  'a broadcast by camera reaches viewers beyond the first ones by HLS, with picture and sound',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { uuid, host, first, second } = await broadcastAudience(browser, product, 'From the kitchen table');
    const video = second.page.getByLabel('Live video');
    const heard = (): Promise<number> =>
      video.evaluate(
        (one: HTMLVideoElement & { webkitAudioDecodedByteCount: number }) => one.webkitAudioDecodedByteCount,
      );

    await host.opensBroadcast(uuid);
    await host.page.getByRole('button', { name: /^Use this camera/ }).click();
    await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    await host.goesLive();
    await first.opensBroadcast(uuid);
    await first.joins();
    await first.seesAndHears('the first by WebRTC');
    await second.opensBroadcast(uuid);
    await second.joins();

    await test.step('the second sees and hears the camera some seconds behind', async () => {
      const behind = second.page.getByText(/^About \d+ s behind the stage$/);
      await expect(behind).toBeVisible({ timeout: 60_000 });
      expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0);
      await expect.poll(async () => Number(/\d+/.exec((await behind.textContent()) ?? '')?.[0])).toBeLessThan(15);
      const before = await heard();
      expect(before).toBeGreaterThan(0);
      await expect.poll(heard).toBeGreaterThan(before);
    });

    await test.step('the camera stops and returns: the sound goes on, and so does the picture', async () => {
      await host.page.getByRole('button', { name: /^Camera off/ }).click();
      const playedSeconds = (): Promise<number> => video.evaluate((one: HTMLVideoElement) => one.currentTime);
      const from = await playedSeconds();
      await expect.poll(playedSeconds, { timeout: 40_000 }).toBeGreaterThan(from + 12);
      await host.page.getByRole('button', { name: /^Camera on/ }).click();
      await expect.poll(playedSeconds, { timeout: 60_000 }).toBeGreaterThan(from + 24);
      await expect(second.page.getByText(/^About \d+ s behind the stage$/)).toBeVisible();
    });
  },
);

test(
  'a browser that plays no sound before a tap plays muted by HLS, and one that plays nothing offers Play',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { uuid, second, encoder } = await liveAudience(browser, product, 'Silent until a tap');
    const { page } = second;
    const unmute = page.getByRole('button', { name: 'Tap to unmute' });
    const there = () =>
      page
        .getByLabel('Live video')
        .evaluate(({ paused, muted, currentTime }: HTMLVideoElement) => ({ paused, muted, currentTime }));
    const playsOn = async (muted: boolean): Promise<void> => {
      const before = await there();
      expect(before).toMatchObject({ paused: false, muted });
      await expect
        .poll(async () => (await there()).currentTime, { timeout: 30_000 })
        .toBeGreaterThan(before.currentTime);
    };
    await refuseBeforeTap(page, 'sound');
    await second.opensBroadcast(uuid);
    await second.joins();
    await expect(page.getByText(/^About \d+ s behind the stage$/)).toBeVisible({ timeout: 60_000 });

    await test.step('a press to join allows sound', async () => {
      await playsOn(false);
      await expect(unmute).toBeHidden();
    });
    await test.step('after a reload the picture moves without sound, and a tap brings it', async () => {
      await page.reload();
      await expect(unmute).toBeVisible({ timeout: 60_000 });
      await playsOn(true);
      const wide = page.viewportSize()!;
      for (const size of [upright, wide]) {
        await page.setViewportSize(size);
        await page.screenshot({ path: test.info().outputPath(`unmute-${size.width}.png`) });
        await expectUncovered(page, unmute);
      }
      await unmute.click();
      await expect(unmute).toBeHidden();
      await playsOn(false);
    });
    await test.step('a phone that saves power plays nothing before a press on Play, which has sound', async () => {
      await refuseBeforeTap(page, 'everything');
      await page.reload();
      const plays = page.getByRole('button', { name: 'Play', exact: true });
      await expect(plays).toBeVisible({ timeout: 60_000 });
      await expect(unmute).toBeHidden();
      expect(await there()).toMatchObject({ paused: true, muted: false });
      await plays.click();
      await playsOn(false);
    });
    encoder.pull();
  },
);

/** As browsers do. Playwright looks into a page with a gesture, which allows sound by Chromium's own rule. */
async function refuseBeforeTap(page: Page, what: 'sound' | 'everything'): Promise<void> {
  await page.addInitScript((refused) => {
    const { play } = HTMLMediaElement.prototype;
    let isTapped = false;
    addEventListener('pointerdown', ({ isTrusted }) => void (isTapped ||= isTrusted), true);
    HTMLMediaElement.prototype.play = function () {
      if (isTapped || (this.muted && refused === 'sound')) return play.call(this);
      return Promise.reject(new DOMException('a tap first', 'NotAllowedError'));
    };
  }, what);
}

/** Nothing that can be read or pressed lies below this button. */
async function expectUncovered(page: Page, button: Locator): Promise<void> {
  const own = (await button.boundingBox())!;
  for (const other of await page.locator('h1, p, button, input').all()) {
    const its = (await other.isVisible()) ? await other.boundingBox() : null;
    if (!its || (its.x === own.x && its.y === own.y)) continue;
    const apart =
      its.x >= own.x + own.width ||
      own.x >= its.x + its.width ||
      its.y >= own.y + own.height ||
      own.y >= its.y + its.height;
    expect(apart, await other.innerText()).toBe(true);
  }
}
