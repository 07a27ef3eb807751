import process from 'node:process';
import { deskAndPhone, liveEvent } from '../../support/live-room.ts';
import { testCards } from '../../support/people.ts';
import { upright } from '../../support/phone.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** Where pictures go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

test(
  'a recorded event says so before anyone enters, and asks a viewer before their open microphone is heard',
  { tag: '@long' },
  async ({ product, people }) => {
    const { host, viewer, uuid, end, look } = await deskAndPhone(people, product, 'An evening on tape');
    const { access_token: hosts } = await tokenOf(product, hostEmail);
    const body = { event_uuid: uuid, enabled: true };
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

interface Recorded {
  readonly state: string;
  readonly tracks: readonly { readonly begins_at: number; readonly ends_at: number; readonly username: string }[];
  readonly chapters: readonly { readonly at: number; readonly kind: string; readonly title: string }[];
}

test(
  'an event with two turns is cut, sold, and bought by someone who was not there and jumps to a question',
  { tag: '@long' },
  async ({ product, people }) => {
    const title = 'An evening to watch later';
    // A short recording is previewed up to its half.
    const [previewedMs, answeredMs] = [16_000, 6_000];
    const question = 'How long do you rest the dough?';
    const host = await people.newHost();
    const viewer = await people.newViewer();
    const [{ access_token: hosts }, { access_token: token }] = [
      await logIn(host.context, product, hostEmail),
      await logIn(viewer.context, product, viewer2Email),
    ];
    const { uuid, end } = await liveEvent(product, title, token);
    const recorded = () => callApi<Recorded>(product, 'GET', `/events/${uuid}/replay`, { token: hosts });
    const look = async (name: string, page = host.page): Promise<void> => {
      if (pictures) await page.screenshot({ path: `${pictures}/sold-${name}.png`, fullPage: true });
    };
    await callApi(product, 'POST', '/events/streaming/set_recording', {
      token: hosts,
      body: { event_uuid: uuid, enabled: true },
    });

    await test.step('a viewer who agreed to be recorded has a turn, and another one with a question', async () => {
      await host.opensRoom(uuid);
      await host.startsStreaming();
      await viewer.opensRoom(uuid);
      await viewer.joins();
      await viewer.raisesHand();
      await host.givesTurnTo('viewer2');
      await look('asked', viewer.page);
      await viewer.page.getByRole('button', { name: 'Go on air, recorded' }).click();
      await host.seesAndHears('viewer2 on stage');
      await look('turn', viewer.page);
      await host.stopsTurnOf('viewer2');
      const stoppedAt = Date.now();
      await until('the question comes after the preview', () => Date.now() - stoppedAt > previewedMs, 2 * previewedMs);
      await viewer.page.getByRole('tab', { name: 'Questions' }).click();
      await viewer.page.getByRole('textbox', { name: 'Your question' }).fill(question);
      await viewer.page.getByRole('button', { name: 'Ask' }).click();
      await host.page.getByRole('tab', { name: /Questions/ }).click();
      await host.page.getByRole('button', { name: 'Give viewer2 the turn to ask this question' }).click();
      await expect(viewer.page.getByRole('heading', { name: 'You’re up!' })).toBeVisible();
      const askedAt = Date.now();
      await until('there is something to watch of the answer', () => Date.now() - askedAt > answeredMs, 2 * answeredMs);
      await host.stopsTurnOf('viewer2');
      await end();
    });

    const { tracks, chapters } = await until(
      'the replay is ready',
      async () => {
        const replay = await recorded();
        return replay.state === 'ready' ? replay : undefined;
      },
      60_000,
    );
    const begins = Math.min(...tracks.map((track) => track.begins_at));
    const asked = chapters.find(({ kind }) => kind === 'question');
    expect(chapters.filter(({ kind }) => kind === 'turn')).toHaveLength(2);
    expect(asked?.title).toBe(question);

    await test.step('the host cuts the beginning and puts the replay on sale', async () => {
      await host.page.goto(`${product.url}/replay/${uuid}`);
      const position = host.page.getByRole('slider', { name: 'Position' });
      await host.page.getByRole('button', { name: /^Start:/ }).click();
      await position.fill(String(begins + 2_000));
      await host.page.getByRole('button', { name: /^End:/ }).click();
      await look('cutting');
      await host.page.getByRole('button', { name: 'Cut out' }).click();
      await expect(host.page.getByText(/^Cut the first 0:/)).toBeVisible();
      await host.page.getByRole('radio', { name: 'Ticket holders and buyers' }).check();
      await host.page.getByRole('textbox', { name: 'Price' }).fill('6');
      await host.page.getByRole('button', { name: 'Save' }).click();
      await expect(host.page.getByText('Saved.')).toBeVisible();
      await look('on-sale');
    });

    await test.step('someone who was not there watches the preview, buys, and jumps to the question', async () => {
      const buyer = await people.newViewer({ viewport: upright, isMobile: true, hasTouch: true });
      await logIn(buyer.context, product, viewerEmail);
      await buyer.page.goto(`${product.url}/event/${uuid}`);
      await buyer.page.getByRole('link', { name: 'Watch the preview' }).click();
      const chapter = buyer.page.getByRole('button', { name: question });
      await expect(buyer.page.getByRole('heading', { name: 'Watch the full replay' })).toBeVisible();
      await expect(chapter).toBeHidden();
      await look('preview', buyer.page);
      await buyer.page.getByRole('button', { name: /^Buy replay for/ }).click();
      await buyer.typesCard(testCards.pays);
      await look('checkout', buyer.page);
      await buyer.pays();
      await expect(buyer.page.getByText('The replay is yours.')).toBeVisible();
      await chapter.click();
      const position = buyer.page.getByRole('slider', { name: 'Position' });
      await expect
        .poll(async () => Math.abs(Number(await position.inputValue()) - asked!.at))
        .toBeLessThanOrEqual(1_000);
      await buyer.page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(asked!.at + 500);
      await look('question', buyer.page);
    });
  },
);
