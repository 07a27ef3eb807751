import process from 'node:process';
import { liveEvent } from '../stage/live-room.ts';
import { upright } from '../stage/phone.ts';
import { callApi, hostEmail, logIn, tokenOf } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

/** Where pictures go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

test(
  'a recorded event says so before anyone enters, and asks a viewer before their open microphone is heard',
  { tag: '@long' },
  async ({ product, stage }) => {
    const host = await stage.newHost();
    const viewer = await stage.newViewer({ viewport: upright, isMobile: true, hasTouch: true });
    await logIn(host.context, product, hostEmail);
    await logIn(viewer.context, product, 'viewer2@frontrow.test');
    const [{ access_token: token }, { access_token: hosts }] = await Promise.all([
      tokenOf(product, 'viewer2@frontrow.test'),
      tokenOf(product, hostEmail),
    ]);
    const { uuid, end } = await liveEvent(product, 'An evening on tape', token);
    const body = { event_uuid: uuid, enabled: true };
    const look = async (name: string): Promise<void> => {
      if (!pictures) return;
      await host.page.screenshot({ path: `${pictures}/${name}-1280.png` });
      await viewer.page.screenshot({ path: `${pictures}/${name}-390.png` });
    };
    await callApi(product, 'POST', '/events/streaming/set_recording', { token: hosts, body });
    const note = (page: typeof host.page) => page.getByText('This event is recorded.');

    await test.step('the event page and the screen before the room say it', async () => {
      for (const { page } of [host, viewer]) {
        await page.goto(`${product.url}/event/${uuid}`);
        await expect(note(page)).toBeVisible();
      }
      await look('page');
      for (const { page } of [host, viewer]) {
        await page.goto(`${product.url}/streaming/${uuid}`);
        await expect(note(page)).toBeVisible();
      }
      await look('before');
    });

    await test.step('inside, the mark stays while everything else fades', async () => {
      await viewer.joins();
      await host.page.getByRole('button', { name: /streaming/ }).click();
      const mark = host.page.getByTitle('This event is being recorded').first();
      await expect(mark).toBeVisible();
      await expect(host.page.getByRole('region', { name: 'Live room' })).toHaveAttribute('data-idle', /.*/);
      await expect(mark).toHaveCSS('opacity', '1');
      await look('inside');
    });

    await test.step('a viewer with an open microphone is asked first, and speaks without being recorded', async () => {
      await callApi(product, 'POST', '/events/streaming/toggle_open_mic', { token: hosts, body });
      await viewer.page.getByRole('button', { name: /^Microphone on/ }).click();
      const question = viewer.page.getByRole('group', { name: 'This event is being recorded' });
      await expect(question).toBeVisible();
      await look('asked');
      await question.getByRole('button', { name: 'Don’t record me' }).click();
      await expect(viewer.page.getByRole('button', { name: /^Microphone off/ })).toBeVisible();
      await viewer.page.getByRole('button', { name: 'Change whether you’re in the recording' }).click();
      await expect(question).toContainText('You’re not in the recording.');
      await look('answered');
      await question.getByRole('button', { name: 'Record me', exact: true }).click();
      await expect(question).toBeHidden();
    });
    await end();
  },
);
