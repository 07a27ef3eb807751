import process from 'node:process';
import { liveEvent } from '../../support/live-room.ts';
import { callApi, hostEmail, tokenOf, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** Where pictures of the window go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

test(
  'a viewer watches the stage on top of other windows, raises a hand there, and the window closes with the room',
  { tag: '@long' },
  async ({ product, people }) => {
    const { access_token: token } = await tokenOf(product, viewerEmail);
    const { uuid } = await liveEvent(product, 'An evening in a small window', token);
    const [host, viewer] = await Promise.all([people.newHost(), people.newViewer()]);
    await Promise.all([host.logsIn(hostEmail), viewer.logsIn(viewerEmail)]);
    await host.opensRoom(uuid);
    await host.startsStreaming();
    await viewer.opensRoom(uuid);
    await viewer.joins();
    const opened = viewer.context.waitForEvent('page');
    await viewer.page.keyboard.press('p');
    const small = await opened;
    const video = small.locator('video').first();
    await until(
      'the host’s picture moves in the small window',
      () => video.evaluate((element: HTMLVideoElement) => element.videoWidth > 0 && element.currentTime > 0.5),
      30_000,
    );
    await expect(viewer.page.getByRole('button', { name: 'Close picture in picture' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(small.getByRole('figure', { name: 'host' })).toBeVisible();
    await small.getByRole('button', { name: 'Raise hand' }).click();
    await expect(small.getByRole('button', { name: /^Lower hand/ })).toContainText('1st in line');
    const { access_token: hostToken } = await tokenOf(product, hostEmail);
    await callApi(product, 'POST', '/events/streaming/set_turn_length', {
      token: hostToken,
      body: { event_uuid: uuid, seconds: 60 },
    });
    await host.givesTurnTo('viewer');
    await expect(small.getByRole('timer')).toHaveText(/^0:\d\d$/);
    await expect(small.getByText('You’re muted')).toBeVisible();
    if (pictures) {
      await small.screenshot({ path: `${pictures}/stage-window.png` });
      await viewer.page.screenshot({ path: `${pictures}/stage-window-room.png` });
    }
    const closed = small.waitForEvent('close');
    await host.finishes();
    await closed;
  },
);
