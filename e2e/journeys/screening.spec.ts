import process from 'node:process';
import { liveEvent } from '../stage/live-room.ts';
import { upright } from '../stage/phone.ts';
import { hostEmail, logIn, tokenOf } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

/** Where pictures go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

/** A host at a desk, and a viewer with a phone who is asked to get ready. */
test(
  'the host sees the next speaker before the audience does, and brings them on stage with one key',
  { tag: '@long' },
  async ({ product, stage }) => {
    const host = await stage.newHost();
    const viewer = await stage.newViewer({ viewport: upright, isMobile: true, hasTouch: true });
    await logIn(host.context, product, hostEmail);
    await logIn(viewer.context, product, 'viewer2@frontrow.test');
    const { access_token: token } = await tokenOf(product, 'viewer2@frontrow.test');
    const { uuid, end } = await liveEvent(product, 'An evening with a green room', token);
    const look = async (name: string): Promise<void> => {
      if (!pictures) return;
      await host.page.screenshot({ path: `${pictures}/screening-${name}-host.png` });
      await viewer.page.screenshot({ path: `${pictures}/screening-${name}-viewer.png` });
    };
    await viewer.opensRoom(uuid);
    await viewer.joins();
    await host.opensRoom(uuid);
    await host.page.getByRole('button', { name: 'Start streaming' }).click();
    await host.page.getByRole('tab', { name: 'Hands' }).click();
    await host.page.getByText('Preview next speaker', { exact: true }).click();

    await viewer.raisesHand();
    await expect(viewer.page.getByRole('heading', { name: 'You’re next' })).toBeVisible();
    await look('asked');
    await viewer.page.getByRole('button', { name: 'Check devices' }).click();
    const tile = host.page.getByRole('region', { name: 'Next: viewer2' });
    await expect
      .poll(() => tile.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await look('checking');
    await viewer.page.getByRole('button', { name: 'I’m ready' }).click();
    await expect(tile.getByText('Ready', { exact: true })).toBeVisible();
    await look('ready');
    await host.page.getByRole('region', { name: 'Live room' }).press('n');
    // Who said that they are ready needs no further tap.
    await expect(viewer.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    await expect(viewer.page.getByRole('heading', { name: 'You’re ready' })).toBeHidden();
    await expect(tile).toBeHidden();
    await look('stage');
    await end();
  },
);
