import type { Page } from '@playwright/test';
import { liveEvent } from '../../support/live-room.ts';
import { hostEmail, tokenOf, viewer2Email } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

interface Reach {
  reached: boolean;
}

/** While it is not reached no line of this page to the engine opens, as behind a strict firewall. */
async function reachOf(page: Page): Promise<Reach> {
  const reach = { reached: false };
  await page.routeWebSocket(/\/rtc/, (line) => void (reach.reached ? line.connectToServer() : line.close()));
  return reach;
}

test(
  'someone who cannot reach the video sees a notice and can chat, then sees and hears once it is reached',
  { tag: '@long' },
  async ({ product, people }) => {
    const host = await people.newHost();
    const viewer = await people.newViewer();
    const { access_token: token } = await tokenOf(product, viewer2Email);
    const { uuid, end } = await liveEvent(product, 'Behind a firewall', token);
    const hostReach = await reachOf(host.page);
    const viewerReach = await reachOf(viewer.page);
    const notice = 'Video is unavailable right now. Chat is open';
    await host.logsIn(hostEmail);
    await viewer.logsIn(viewer2Email);
    await Promise.all([host.opensRoom(uuid), viewer.opensRoom(uuid)]);
    await host.page.getByRole('button', { name: 'Start streaming' }).click();
    await viewer.joins();

    for (const { page } of [host, viewer]) await expect(page.getByText(notice)).toBeVisible();
    await expect(host.page.getByRole('button', { name: 'Camera: video is unavailable' })).toBeDisabled();
    await viewer.says('I hear nothing yet');
    await host.reads('I hear nothing yet');

    hostReach.reached = true;
    viewerReach.reached = true;
    await host.switchesOn();
    await viewer.seesAndHears('the host, once reached');

    hostReach.reached = false;
    await host.page.reload();
    await expect(host.page.getByText(notice)).toBeVisible();
    await expect(
      host.page.getByRole('button', { name: 'Camera will turn on when video connects. Click to keep it off' }),
    ).toBeVisible();
    await host.page
      .getByRole('button', { name: 'Microphone will turn on when video connects. Click to keep it off' })
      .click();
    await expect(host.page.getByRole('button', { name: 'Microphone: video is unavailable' })).toBeVisible();
    hostReach.reached = true;
    await expect(host.page.getByRole('button', { name: /^Camera off/ }), 'on again, as before').toBeVisible();
    await viewer.receivesPictures(1);
    await viewer.hearsNothing();
    await end();
  },
);
