import type { Locator, ViewportSize } from '@playwright/test';
import { deskAndPhone, liveEvent } from '../../support/live-room.ts';
import { sideways, upright, withKeyboard } from '../../support/phone.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const smallPhone = { width: 390, height: 664 };
/** As little as a keyboard leaves of a small phone, and a window as wide as a tablet that is not as tall. */
const keyboardOnSmallPhone = { width: 360, height: 310 };
const lowWindow = { width: 700, height: 600 };

/** A host at a desk, and a viewer with a phone who is asked to get ready. */
test(
  'the host sees the next speaker before the audience does, and brings them on stage with one key',
  { tag: '@long' },
  async ({ product, people }) => {
    const { host, viewer, uuid, end, look } = await deskAndPhone(people, product, 'An evening with a green room');
    /** A tap reaches it: nothing lies over it on a phone that is held upright, or so. */
    const reaches = async (part: Locator, ...sizes: ViewportSize[]): Promise<void> => {
      for (const size of [...sizes, upright]) {
        await viewer.page.setViewportSize(size);
        await part.focus();
        await part.click({ trial: true, timeout: 3_000 });
      }
    };
    await viewer.opensRoom(uuid);
    await viewer.joins();
    await host.opensRoom(uuid);
    await host.page.getByRole('button', { name: 'Start streaming' }).click();
    await host.page.getByRole('tab', { name: 'Hands' }).click();
    await host.page.getByText('Preview next speaker', { exact: true }).click();

    await viewer.raisesHand();
    await expect(viewer.page.getByRole('heading', { name: 'You’re next' })).toBeVisible();
    const check = viewer.page.getByRole('button', { name: 'Check devices' });
    await viewer.page.getByRole('tab', { name: 'Questions' }).click();
    const field = viewer.page.getByRole('textbox', { name: 'Your question' });
    await reaches(field, withKeyboard, keyboardOnSmallPhone, lowWindow);
    // What the host announces is between the offer and the panel, and neither lies over it.
    const { access_token: hosts } = await tokenOf(product, hostEmail);
    const body = { event_uuid: uuid, text: 'Soup is served' };
    await callApi(product, 'POST', '/events/streaming/announce', { token: hosts, body });
    const notice = viewer.page.locator('[data-announcement]');
    await expect(notice).toBeVisible();
    await viewer.page.setViewportSize(smallPhone);
    const offer = viewer.page.locator('[data-offer]');
    const tabs = viewer.page.getByRole('tablist');
    const oneBelowTheOther = (...parts: Locator[]): Promise<void> =>
      expect
        .poll(async () => {
          const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
          return boxes.every((box, index) => index === 0 || box!.y >= boxes[index - 1]!.y + boxes[index - 1]!.height);
        })
        .toBe(true);
    await oneBelowTheOther(offer, notice, tabs);
    await viewer.page.setViewportSize(upright);
    await oneBelowTheOther(notice, tabs, offer);
    await viewer.page.getByRole('tab', { name: 'Chat' }).click();
    await look('screening-asked');
    // Asked again: the time to answer is short for all that was looked at, on a busy machine.
    for (const enabled of [false, true])
      await callApi(product, 'POST', '/events/streaming/screen_next', {
        token: hosts,
        body: { event_uuid: uuid, enabled },
      });
    await check.click();
    const tile = host.page.getByRole('region', { name: 'Next: viewer2' });
    await expect
      .poll(() => tile.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await callApi(product, 'POST', '/events/streaming/announce', { token: hosts, body });
    await expect(notice).toBeVisible();
    await oneBelowTheOther(notice, tabs, viewer.page.getByRole('textbox', { name: 'Message' }), offer);
    await look('screening-checking');
    const ready = viewer.page.getByRole('button', { name: 'I’m ready' });
    await reaches(ready, sideways);
    await ready.click();
    await expect(tile.getByText('Ready', { exact: true })).toBeVisible();
    await reaches(viewer.page.getByRole('textbox', { name: 'Message' }), withKeyboard, sideways);
    await look('screening-ready');
    await host.page.getByRole('region', { name: 'Live room' }).press('n');
    // Who said that they are ready needs no further tap.
    await expect(viewer.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    await expect(viewer.page.getByRole('heading', { name: 'You’re ready' })).toBeHidden();
    await expect(tile).toBeHidden();
    await look('screening-stage');
    await end();
  },
);

test(
  'a co-host has the switches, sees the next speaker, and brings them on stage',
  { tag: '@long' },
  async ({ product, people }) => {
    const { access_token: hosts } = await tokenOf(product, hostEmail);
    const { access_token: token } = await tokenOf(product, viewer2Email);
    const { uuid, end } = await liveEvent(product, 'An evening run by two', token);
    const cohost = await people.newViewer();
    const { access_token: cohosts } = await logIn(cohost.context, product, viewerEmail);
    const event = { event_uuid: uuid };
    await callApi(product, 'POST', '/events/purchase', { token: cohosts, body: { ...event, type: 'interactive' } });
    const role = { ...event, username: 'viewer', role: 'cohost' };
    await callApi(product, 'POST', '/events/streaming/set_role', { token: hosts, body: role });
    await cohost.opensRoom(uuid);
    await cohost.joins();
    await cohost.page.getByRole('tab', { name: 'Hands' }).click();
    await cohost.page.getByText('Preview next speaker', { exact: true }).click();
    await expect(cohost.page.getByRole('switch', { name: 'Preview next speaker' })).toBeChecked();
    await expect(cohost.page.getByRole('switch', { name: 'Record this event' })).toBeHidden();
    await callApi(product, 'POST', '/events/streaming/join_streaming', { token, body: { platform: 'web', ...event } });
    await callApi(product, 'POST', '/events/streaming/raise_hand', { token, body: { ...event, raised: true } });
    await cohost.page.getByRole('button', { name: 'Bring viewer2 on stage' }).click();
    await expect(cohost.page.getByRole('button', { name: /viewer2/ }).filter({ hasText: 'Stop' })).toBeVisible();
    await end();
  },
);
