import { Host, Viewer } from '../../support/people.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const reacted = 3;

test(
  'the audience of a broadcast reacts, and its host slows the chat down',
  { tag: '@long' },
  async ({ product, browser }) => {
    const uuid = await publishEvent(product, {
      title: 'A crowd',
      tickets: 50,
      price: 0,
      broadcast: true,
      startable: true,
    });
    const context = async () => browser.newContext({ permissions: ['camera', 'microphone'] });
    const [hosts, viewers] = [await context(), await context()];
    await logIn(hosts, product, hostEmail);
    const { access_token: token } = await logIn(viewers, product, viewer2Email);
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'streaming' } });
    const host = new Host(hosts, product, await hosts.newPage());
    const viewer = new Viewer(viewers, product, await viewers.newPage());

    await host.opensBroadcast(uuid);
    await host.page.getByRole('button', { name: /^Use this camera/ }).click();
    await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    await viewer.opensBroadcast(uuid);
    await host.page.getByRole('button', { name: 'Go live' }).click();
    await viewer.page.getByRole('button', { name: 'Join streaming' }).click();
    await expect(viewer.page.getByRole('button', { name: 'Exit' })).toBeVisible();

    await viewer.page.getByRole('button', { name: 'React' }).click();
    for (let nth = 0; nth < reacted; nth++) await viewer.page.getByRole('button', { name: 'Clap' }).click();
    for (const { page } of [viewer, host]) await expect(page.locator('[data-reactions]')).toContainText('👏');

    await host.page.getByRole('tab', { name: 'Chat' }).click();
    await host.page.getByRole('button', { name: '10 s' }).click();
    await expect(host.page.getByRole('button', { name: '10 s' })).toHaveAttribute('aria-pressed', 'true');
    await viewer.says('slowly');
    await expect(viewer.page.getByText(/^Slow mode: you can send again in \d+ s$/)).toBeVisible();
    await viewer.page.getByRole('textbox', { name: 'Message' }).fill('again');
    await expect(viewer.page.getByRole('button', { name: 'Send' })).toBeDisabled();
    await expect(viewer.page.getByRole('button', { name: 'Send' })).toBeEnabled();
    await hosts.close();
    await viewers.close();
  },
);
