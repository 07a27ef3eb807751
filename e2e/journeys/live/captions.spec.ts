import process from 'node:process';
import { startTranscriptionServer, type TranscriptionServer } from '../../../server/test/transcription-server.ts';
import { liveEvent } from '../../support/live-room.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { upright } from '../../support/phone.ts';
import { hostEmail, logIn, tokenOf, viewer2Email } from '../../support/session.ts';
import { Host, Viewer } from '../../support/people.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** Where pictures of the panel and the captions go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

const words = ['the', 'clay', 'is', 'soft'] as const;
let transcription: TranscriptionServer;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  transcription = await startTranscriptionServer(words, words.length);
  product = await startProduct(undefined, undefined, { CAPTIONS_URL: transcription.url });
});
test.afterAll(async () => {
  await product.stop();
  await transcription.close();
});

test(
  'the host agrees to be captioned by this site’s server; a viewer reads it, and chooses the size; off is off',
  { tag: '@long' },
  async ({ browser }) => {
    const open = async (email: string, viewport: { width: number; height: number }) => {
      const context = await browser.newContext({ permissions: ['camera', 'microphone'], viewport });
      await logIn(context, product, email);
      return { context, page: await context.newPage() };
    };
    const hosts = await open(hostEmail, { width: 1280, height: 800 });
    const viewers = await open(viewer2Email, upright);
    const host = new Host(hosts.context, product, hosts.page);
    const viewer = new Viewer(viewers.context, product, viewers.page);
    // The viewer's browser has no speech recognition, and sees a site without a server.
    await viewers.context.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(window, name);
    });
    await viewers.context.route('**/api/events/streaming/captions/*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, server: null } } });
    });
    const look = async (name: string): Promise<void> => {
      if (!pictures) return;
      await hosts.page.screenshot({ path: `${pictures}/${name}-host.png` });
      await viewers.page.screenshot({ path: `${pictures}/${name}-viewer.png` });
    };
    const { access_token: token } = await tokenOf(product, viewer2Email);
    const { uuid, end } = await liveEvent(product, 'An evening with captions', token);
    await viewer.opensRoom(uuid);
    await viewer.joins();
    await host.opensRoom(uuid);
    await host.startsStreaming();
    const panelOf = (page: typeof host.page) =>
      page.getByRole('group', { name: 'Captions' }).filter({ has: page.getByRole('group', { name: 'Caption size' }) });
    const captions = viewer.page
      .getByRole('group', { name: 'Captions' })
      .getByRole('paragraph')
      .filter({ hasText: /clay/ })
      .last();
    const captionsSwitch = host.page.getByRole('switch', { name: 'Captions' });

    await test.step('the host turns captions on, and reads where the sound would go; none goes there yet', async () => {
      await host.page.getByRole('tab', { name: 'Hands' }).click();
      await captionsSwitch.press('Space');
      await expect(captionsSwitch).toBeChecked();
      await expect(panelOf(host.page)).toContainText('Your sound is sent to 127.0.0.1');
      await look('consent');
      expect(transcription.bytes()).toBe(0);
    });

    await test.step('once the host agrees, the sound reaches the server, and the viewer reads words within 2 seconds', async () => {
      await host.page.getByRole('button', { name: 'On 127.0.0.1' }).click();
      await until('sound reaches the server', () => transcription.bytes() > 0);
      await expect(captions).toBeVisible({ timeout: 2_000 });
      await until('the sound is not silence', () => transcription.loudest() > 1_000);
      expect(transcription.configs).toContainEqual({ config: { sample_rate: 16_000 } });
      await expect(captions).toContainText('the clay is soft');
      await look('captions');
    });

    await test.step('the viewer chooses a size; off hides the captions, also after a reload', async () => {
      // The next line takes the place of one; what is no longer in the page has no size.
      const sizeOf = () =>
        until('a line has a size', () => captions.evaluate((line) => parseFloat(getComputedStyle(line).fontSize)));
      const medium = await sizeOf();
      await viewer.page.getByRole('button', { name: 'Captions', exact: true }).click();
      await viewer.page.getByRole('button', { name: 'Large' }).click();
      expect(await sizeOf()).toBeGreaterThan(medium);
      await look('large');
      await viewer.page.getByRole('button', { name: 'Off', exact: true }).click();
      await expect(captions).toBeHidden();
      await viewer.page.reload();
      await viewer.page.getByRole('button', { name: 'Captions', exact: true }).click();
      await expect(viewer.page.getByRole('button', { name: 'Off', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(captions).toBeHidden();
      await viewer.page.getByRole('button', { name: 'Medium' }).click();
      await expect(captions).toBeVisible();
    });

    await test.step('a reload keeps the host’s choice', async () => {
      await host.page.reload();
      const before = transcription.bytes();
      const microphone = host.page.getByRole('button', { name: /^Microphone on/ });
      await expect(host.page.getByRole('button', { name: /^Microphone (on|off)/ })).toBeVisible();
      if (await microphone.isVisible()) await microphone.click();
      await until('sound reaches the server again', () => transcription.bytes() > before);
      await host.page.getByRole('button', { name: 'Captions', exact: true }).click();
      await expect(panelOf(host.page)).toContainText('You’re being captioned.');
      await look('running');
    });

    await test.step('after the host stops, no more sound goes to the server', async () => {
      await host.page.getByRole('button', { name: 'Stop my captions' }).click();
      await expect(captions).toBeHidden();
      const before = transcription.bytes();
      await until('a second passes', () => host.page.evaluate(() => performance.now() % 1_000 > 900));
      expect(transcription.bytes()).toBe(before);
      await look('stopped');
    });

    await test.step('a speaker whose browser and site cannot recognize speech reads why', async () => {
      await viewer.raisesHand();
      await host.page.getByRole('tab', { name: 'Hands' }).click();
      await host.page.getByRole('button', { name: 'Choose viewer2' }).click();
      await viewer.goesOnAir();
      await expect(panelOf(viewer.page)).toContainText('This browser has no speech recognition.');
      await expect(panelOf(viewer.page)).toContainText('This site has no transcription server.');
      await look('nothing');
    });

    await test.step('with captions off, the viewer has no button for them', async () => {
      await captionsSwitch.press('Space');
      await expect(viewer.page.getByRole('button', { name: /aption/ })).toBeHidden();
    });
    await end();
  },
);
