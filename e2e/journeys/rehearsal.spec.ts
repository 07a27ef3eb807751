import process from 'node:process';
import { publishEvent } from '../support/publish.ts';
import { upright } from '../support/phone.ts';
import { callApi, hostEmail, logIn, tokenOf } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Where pictures go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

test(
  'a host rehearses days before with simulated viewers, and nothing of it leaves their browser',
  { tag: '@long' },
  async ({ product, people }) => {
    const host = await people.newHost();
    const phone = await people.newHost({ viewport: upright, isMobile: true, hasTouch: true });
    for (const { context } of [host, phone]) await logIn(context, product, hostEmail);
    const { access_token: token } = await tokenOf(product, hostEmail);
    const uuid = await publishEvent(product, { title: 'An evening to rehearse', tickets: 5, price: 0 });
    await callApi(product, 'POST', '/events/streaming/polls/create', {
      token,
      body: {
        event_uuid: uuid,
        text: 'Which word first?',
        choices: ['Saudade', 'Cafuné'],
        multiple: false,
        anonymous: true,
      },
    });
    const sent: string[] = [];
    host.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/streaming/')) sent.push(request.url());
    });
    const look = async (name: string): Promise<void> => {
      if (!pictures) return;
      await host.page.screenshot({ path: `${pictures}/${name}-1280.png` });
      await phone.page.screenshot({ path: `${pictures}/${name}-390.png` });
    };
    for (const { page } of [host, phone]) {
      await page.goto(`${product.url}/event/${uuid}`);
      await page.getByRole('link', { name: 'Rehearse' }).click();
      await expect(page.getByText('Simulated viewers. No one else sees this.')).toBeVisible();
      await page.getByRole('button', { name: 'Go on air' }).click();
      await expect(page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    }
    await expect(host.page.getByText('LIVE', { exact: true })).toBeHidden();

    await test.step('viewers raise hands, and the host gives a turn', async () => {
      await host.page.getByRole('tab', { name: 'Hands' }).click();
      await expect(host.page.getByText('Where should a beginner start?')).toBeVisible({ timeout: 30_000 });
      await look('rehearsal');
      await host.page.getByRole('region', { name: 'Live room' }).press('n');
      await expect(host.page.getByRole('button', { name: /jonas/ }).first()).toBeVisible();
    });

    await test.step('they vote in the prepared poll, which stays prepared', async () => {
      await host.page.getByRole('tab', { name: 'Polls' }).click();
      await host.page.getByRole('button', { name: /Which word first/ }).click();
      await expect(host.page.getByText('6 people voted').first()).toBeVisible({ timeout: 30_000 });
      await look('rehearsal-poll');
      const { polls } = await callApi<{ polls: { state: string }[] }>(
        product,
        'GET',
        `/events/streaming/polls/${uuid}`,
        {
          token,
        },
      );
      expect(polls.map(({ state }) => state)).toEqual(['prepared']);
    });

    await test.step('it ends at the event page, and nothing was sent', async () => {
      await host.page.getByRole('button', { name: 'End rehearsal' }).click();
      await expect(host.page).toHaveURL(new RegExp(`/event/${uuid}`));
      expect(sent).toEqual([]);
    });
  },
);
