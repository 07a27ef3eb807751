import type { Page } from '@playwright/test';
import { misfits } from '../../support/looks.ts';
import type { Host, Viewer } from '../../support/people.ts';
import { asked, callTakesCamera, cameraOf, comesBack, hidesAndShowsChat } from '../../support/phone.ts';
import { onPhone, sideways, twoCameras, upright, videosPopOut, watchPhone } from '../../support/phone.ts';
import type { Product } from '../../support/product.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const addressOf = (product: Product, uuid: string): string => `${product.url}/mobileStreaming/${uuid}`;

/** A startable event, its host and somebody with a ticket, both logged in on phones. */
async function evening(product: Product, host: Host, viewer: Viewer, broadcast: boolean): Promise<string> {
  await logIn(host.context, product, hostEmail);
  await watchPhone(host.page);
  const title = broadcast ? 'A concert from a phone' : 'Stories from a phone';
  const uuid = await publishEvent(product, { title, tickets: 10, price: 0, startable: true, broadcast });
  const { access_token: token } = await logIn(viewer.context, product, viewerEmail);
  const type = broadcast ? 'streaming' : 'interactive';
  await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type } });
  return uuid;
}

/** Buttons that cannot be tapped where they are: something lies over their middle, or they lie outside the screen. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button')]
      .filter((button) => button.checkVisibility({ checkVisibilityCSS: true }))
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !button.contains(hit) && button.closest('[role="log"]') === null;
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  );

/** Turns both phones on their side and back: everything fits and can be tapped, and the picture goes on. */
async function turnPhones(host: Host, viewer: Viewer): Promise<void> {
  for (const size of [sideways, upright]) {
    for (const { page } of [host, viewer]) {
      await page.setViewportSize(size);
      await expect(page.getByLabel('Chat messages')).toBeVisible();
      expect(await misfits(page)).toEqual([]);
      await expect.poll(() => covered(page)).toEqual([]);
    }
    await viewer.seesAndHears(`held ${size === sideways ? 'sideways' : 'upright'}`);
  }
}

test('an interactive event from phone to phone', { tag: '@long' }, async ({ product, people }) => {
  const host = await people.newHost(onPhone, twoCameras);
  const viewer = await people.newViewer({ ...onPhone, permissions: [] });
  const uuid = await evening(product, host, viewer, false);
  for (const { page } of [host, viewer]) await videosPopOut(page);

  await test.step('the event page leads a phone there, and the host goes on air', async () => {
    await host.page.goto(`${product.url}/event/${uuid}`);
    await host.page.locator(`a[href="/mobileStreaming/${uuid}"]`).tap();
    await host.page.waitForURL(addressOf(product, uuid));
    await host.page.getByRole('button', { name: 'Start streaming' }).tap();
    await host.page.getByRole('button', { name: 'Go on air' }).tap();
    await expect(host.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    await expect(host.page.getByRole('banner')).toHaveCount(0);
    expect(await asked(host.page)).toBe(1);
  });

  await test.step('a viewer on a phone sees and hears it', async () => {
    await viewer.page.goto(addressOf(product, uuid));
    await viewer.page.getByRole('button', { name: 'Join streaming' }).tap();
    await viewer.seesAndHears('from phone to phone');
  });

  await test.step('the chat lies over the picture, and hides and shows', async () => {
    for (const { page } of [host, viewer]) await hidesAndShowsChat(page);
    await viewer.says('Hello from my phone');
    await host.reads('Hello from my phone');
  });

  await test.step('both turn their phones', () => turnPhones(host, viewer));

  await test.step('both keep the picture above other apps, and take it back', async () => {
    for (const { page } of [host, viewer]) {
      await page.getByRole('button', { name: 'Picture in picture', exact: true }).tap();
      const popped = page.getByRole('button', { name: 'Close picture in picture' });
      await expect(popped).toHaveAttribute('aria-pressed', 'true');
      expect(await page.evaluate(() => document.pictureInPictureElement?.matches('[data-stage] video'))).toBe(true);
      await popped.tap();
      await expect(popped).toBeHidden();
    }
  });

  await test.step('the other camera and back, each with one tap', async () => {
    // And back: WebRTC takes no pictures from Chromium's second fake camera.
    for (const camera of ['fake_device_1', 'fake_device_0']) {
      await host.page.getByRole('button', { name: 'Switch camera' }).tap();
      await expect.poll(() => cameraOf(host.page)).toBe(camera);
    }
    await viewer.seesAndHears('by the first camera again');
  });

  await test.step('a call takes the camera, and it comes back automatically', async () => {
    await callTakesCamera(host.page);
    await expect(host.page.getByText('Your camera was interrupted')).toBeVisible();
    await expect(viewer.page.getByText(/camera is off$/)).toBeVisible();
    await comesBack(host.page);
    await expect(host.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    await viewer.seesAndHears('after the call');
    expect(await asked(host.page)).toBe(2);
  });
  await host.finishes();
});

test('a broadcast by a phone’s camera', { tag: '@long' }, async ({ product, people }) => {
  const host = await people.newHost(onPhone, twoCameras);
  const viewer = await people.newViewer({ ...onPhone, permissions: [] });
  const uuid = await evening(product, host, viewer, true);

  await test.step('the control room opens with the camera, for the host alone', async () => {
    await host.page.goto(addressOf(product, uuid));
    await expect(host.page.getByText('Only you can see this')).toBeVisible();
    await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    expect(await covered(host.page)).toEqual([]);
    await viewer.page.goto(addressOf(product, uuid));
    await expect(viewer.page.getByRole('button', { name: 'Join streaming' })).toBeDisabled();
  });

  await test.step('live with one tap: who waits goes in alone, sees and hears', async () => {
    await host.page.getByRole('button', { name: 'Go live' }).tap();
    await viewer.seesAndHears('a broadcast on a phone');
    await hidesAndShowsChat(viewer.page);
    await viewer.says('Louder!');
    await host.reads('Louder!');
  });

  await test.step('both turn their phones', () => turnPhones(host, viewer));

  await test.step('a call takes the camera: the slate, and the picture again without a tap', async () => {
    await callTakesCamera(host.page);
    await viewer.seesSlate(true);
    await comesBack(host.page);
    await viewer.seesAndHears('after the call');
    await viewer.seesSlate(false);
  });
  await host.finishes();
  await expect(viewer.page.getByRole('heading', { name: 'That’s a wrap' })).toBeVisible();
});

test('a desktop is led to the room of the kind', { tag: '@long' }, async ({ product, people }) => {
  const host = await people.newHost();
  await logIn(host.context, product, hostEmail);
  for (const broadcast of [true, false]) {
    const uuid = await publishEvent(product, {
      title: 'For everybody',
      tickets: 5,
      price: 0,
      startable: true,
      broadcast,
    });
    await host.page.goto(addressOf(product, uuid));
    await host.page.waitForURL(`${product.url}/${broadcast ? 'broadcast' : 'streaming'}/${uuid}`);
  }
});

test('a stranger is led home and asked to log in', async ({ product, people }) => {
  const stranger = await people.newViewer(onPhone);
  await stranger.page.goto(addressOf(product, '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11'));
  await stranger.page.waitForURL(`${product.url}/`);
  await expect(stranger.page.getByRole('dialog')).toBeVisible();
});
