import process from 'node:process';
import type { Page } from '@playwright/test';
import { liveEvent } from '../../support/live-room.ts';
import type { Viewer } from '../../support/people.ts';
import { tokenOf, viewer2Email } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** Where pictures of the screens go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';

test(
  'a ticket in use on one device continues on another, which each says clearly, and comes back',
  { tag: '@long' },
  async ({ product, people }) => {
    const { access_token: token } = await tokenOf(product, viewer2Email);
    const { uuid, end } = await liveEvent(product, 'An evening on two devices', token);
    const atDesk = await people.newViewer({ userAgent: laptop });
    const onPhone = await people.newViewer({ userAgent: phone, viewport: { width: 390, height: 844 } });
    for (const viewer of [atDesk, onPhone]) await viewer.logsIn(viewer2Email);
    await atDesk.opensRoom(uuid);
    await atDesk.joins();

    // The second device is asked, and nothing changes on the first before it answers.
    await onPhone.opensRoom(uuid);
    await onPhone.page.getByRole('button', { name: 'Join streaming' }).click();
    await expect(onPhone.page.getByRole('heading', { name: 'You’re already in this room' })).toBeFocused();
    await look(onPhone.page, 'asked-390');
    await expect(atDesk.page.getByRole('button', { name: 'Exit' })).toBeVisible();

    const takes = async (here: Viewer, there: Viewer, continuesOn: string): Promise<void> => {
      await here.page.getByRole('button', { name: 'Use it here' }).click();
      await expect(here.page.getByRole('region', { name: 'Live room' })).toBeVisible();
      await expect(there.page.getByRole('heading', { name: 'You’re in the room on another device now' })).toBeFocused();
      await expect(there.page.getByText(`The room continues on ${continuesOn}.`)).toBeVisible();
    };
    await takes(onPhone, atDesk, 'Safari on iPhone');
    await look(atDesk.page, 'moved-1280');
    await takes(atDesk, onPhone, 'Firefox on Windows');
    await look(onPhone.page, 'moved-390');

    // Another tab of the same browser is said to be one.
    const tab = await atDesk.context.newPage();
    await tab.goto(`${product.url}/streaming/${uuid}`);
    await tab.getByRole('button', { name: 'Join streaming' }).click();
    await tab.getByRole('button', { name: 'Use it here' }).click();
    await expect(atDesk.page.getByText('The room continues in another tab or window of this browser.')).toBeVisible();
    await end();
  },
);

async function look(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/other-device-${name}.png` });
}
