import { publishEvent } from '../support/publish.ts';
import { hostEmail, logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a browser without WebRTC reads so before entering, and is asked for no device',
  { tag: '@long' },
  async ({ product, people }) => {
    const host = await people.newHost();
    await host.context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
      Reflect.deleteProperty(globalThis, 'webkitRTCPeerConnection');
      const asked: unknown[] = [];
      Object.assign(globalThis, { asked });
      navigator.mediaDevices.getUserMedia = (wish) => Promise.reject(new Error(`asked ${asked.push(wish)} times`));
    });
    await logIn(host.context, product, hostEmail);
    for (const broadcast of [false, true]) {
      const wish = { title: 'Without WebRTC', tickets: 3, price: 0, startable: true, broadcast };
      const uuid = await publishEvent(product, wish);
      await (broadcast ? host.opensBroadcast(uuid) : host.opensRoom(uuid));
      await expect(host.page.getByText('This browser doesn’t support live video.').first()).toBeVisible();
      await expect(host.page.getByText('Not supported by this browser')).toBeVisible();
      await expect(host.page.getByText('Ready', { exact: true })).toBeHidden();
      expect(await host.page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked)).toEqual([]);
    }
  },
);
