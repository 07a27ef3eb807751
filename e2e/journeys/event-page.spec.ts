import type { Locator, Page, Request } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { startEvent } from '../support/live-room.ts';
import { Looks, phone } from '../support/looks.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 356.0.0.41.101 (iPhone15,2; iOS 18_1; en_US)';

/** The clock of this page moves by hand from now on; says how its event was asked for while so much time went by. */
async function watchAsking(page: Page, uuid: string): Promise<(ms: number) => Promise<number[]>> {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/events/${uuid}`) asked.push(request);
  });
  // Loads that began before this are announced, and their answers are discarded.
  const caughtUp = () => page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  await page.clock.pauseAt(Date.now() + 60_000);
  return async (ms) => {
    asked.length = 0;
    await page.clock.runFor(ms);
    await caughtUp();
    const answers = await Promise.all(asked.map((request) => request.response()));
    await caughtUp();
    return answers.map((answer) => answer?.status() ?? 0);
  };
}

/** React hears of an answer by a timer, too. */
const isDrawn = (what: Locator) =>
  expect(async () => {
    await what.page().clock.runFor(1);
    await expect(what).toBeVisible({ timeout: 50 });
  }).toPass();

test('the event page asks every three seconds, keeps what did not change, and stops when it is over; a phone does not ask', async ({
  product,
  people,
}) => {
  const wanted = { title: 'Watched from outside', tickets: 3, price: 0, startable: true };
  const uuid = await publishEvent(product, wanted);
  const { access_token: token } = await tokenOf(product, hostEmail);
  const { page } = await people.newViewer();
  const small = await people.newViewer({ viewport: phone });
  for (const one of [page, small.page]) {
    await one.clock.install();
    await one.goto(`${product.url}/event/${uuid}`);
    await one.locator('html[data-ready]').waitFor();
    await expect(one.getByRole('heading', { name: wanted.title })).toBeVisible();
  }
  const asks = await watchAsking(page, uuid);
  const asksOnPhone = await watchAsking(small.page, uuid);
  // The first answer brings the mark that the next ones ask with.
  await asks(3_000);
  expect(await asks(2_900)).toEqual([]);
  expect(await asks(100)).toEqual([304]);
  expect(await asks(3_000)).toEqual([304]);
  await expect(page.getByRole('heading', { name: wanted.title })).toBeVisible();

  await callApi(product, 'POST', '/events/update', {
    token,
    body: { event_uuid: uuid, event_description: 'Changed in the meantime.' },
  });
  // Of several processes another one may answer before it heard of a change; the page's clock runs ahead of it.
  const asksForNews = () =>
    expect(async () => expect(await asks(3_000)).toEqual([200])).toPass({ intervals: [100], timeout: 5_000 });
  await asksForNews();
  await isDrawn(page.getByText('Changed in the meantime.'));
  expect(await asksOnPhone(30_000)).toEqual([]);

  const end = await startEvent(product, uuid);
  await end();
  await asksForNews();
  await isDrawn(page.getByText('This event has ended'));
  expect(await asks(30_000)).toEqual([]);
});

test(
  'inside another app’s browser a real one is asked for before anything is bought, on the page and in the checkout',
  { tag: '@long' },
  async ({ product, people }) => {
    const uuid = await publishEvent(product, { title: 'Opened from a story', tickets: 3, price: 9 });
    const { page } = await people.newViewer({ viewport: phone, userAgent: instagram });
    const looks = new Looks(page);
    const bought: string[] = [];
    page.on(
      'request',
      (request) => void (request.url().includes('/api/events/purchase') && bought.push(request.url())),
    );
    await page.goto(`${product.url}/event/${uuid}`);
    const hint = page.getByRole('main').getByRole('note');
    await expect(hint).toContainText('Open this page in your browser first');
    await expect(hint).toContainText('You’re viewing this in Instagram.');
    await expect(hint).toBeInViewport();
    await looks.at('event page inside Instagram');
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Buy ticket' }).last().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: /^Pay / })).toBeVisible();
    const inside = dialog.getByRole('note');
    await expect(inside).toContainText('You’re viewing this in Instagram.');
    await expect(inside, 'the first thing one sees').toBeInViewport();
    await looks.at('checkout inside Instagram');
    expect(bought).toEqual([]);
    expect(looks.problems).toEqual([]);

    const real = await people.newViewer();
    await real.page.goto(`${product.url}/event/${uuid}`);
    await real.page.getByRole('button', { name: 'Buy ticket' }).first().click();
    await expect(real.page.getByRole('dialog').getByRole('button', { name: /^Pay / })).toBeVisible();
    await expect(real.page.getByRole('note')).toHaveCount(0);
  },
);

test('on a phone Share opens the phone’s own sheet', async ({ product, people }) => {
  const uuid = await publishEvent(product, { title: 'Sent to a friend', tickets: 3, price: 0 });
  const { page } = await people.newViewer({ viewport: phone, isMobile: true, hasTouch: true });
  await page.addInitScript(() => {
    navigator.share = async (what) => void (document.body.dataset['shared'] = JSON.stringify(what));
  });
  await page.goto(`${product.url}/event/${uuid}?paypal_callback_error`);
  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const what = { title: 'Sent to a friend', url: `${product.url}/event/${uuid}` };
  await expect(page.locator('body')).toHaveAttribute('data-shared', JSON.stringify(what));
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test(
  'who does not want to be shown among attendees is counted and not named, and is named again when they want',
  { tag: '@long' },
  async ({ product, people }) => {
    const uuid = await publishEvent(product, { title: 'A seat in the dark', tickets: 5, price: 0 });
    const { context, page } = await people.newViewer();
    const email = await newAccount(product, 'dora.shy');
    const { access_token: token } = await logIn(context, product, email, newPassword);
    const seat = { event_uuid: uuid, type: 'interactive' };
    const choice = page.getByRole('checkbox', { name: 'Show me in attendee lists' });
    const keeps = async (shown: boolean) => {
      await page.goto(`${product.url}/viewer_profile`);
      await page.getByLabel('Display name').fill('Dora of row two');
      await choice.setChecked(shown);
      await page.getByRole('region', { name: 'Name and privacy' }).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await page.reload();
      await expect(choice).toBeChecked({ checked: shown });
    };
    const stranger = await people.newViewer();
    const coming = async (line: string) => {
      await stranger.page.goto(`${product.url}/event/${uuid}`);
      const attendees = stranger.page.locator('section').filter({ has: stranger.page.getByText('Who’s coming') });
      await expect(attendees).toContainText(line);
      return attendees.innerText();
    };
    await keeps(false);
    await callApi(product, 'POST', '/events/purchase', { token, body: seat });
    expect(await coming('1 person has a seat.')).not.toContain('Dora');

    await keeps(true);
    // A sold seat refreshes the page immediately; the choice alone is seen within half a minute.
    const other = await tokenOf(product, viewer2Email);
    await callApi(product, 'POST', '/events/purchase', { token: other.access_token, body: seat });
    expect(await coming('Dora of row two')).not.toContain('person has a seat');
  },
);
