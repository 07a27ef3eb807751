import { looker } from '../support/looks.ts';
import { onPhone } from '../support/phone.ts';
import { callApi, hostEmail, logIn, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

interface Past {
  readonly events: readonly { readonly event: { readonly event_uuid: string; readonly event_title: string } }[];
}

const recorded = 'Washes of color';

test('a replay is found on its event’s page, plays from anywhere with its chat, and is not for everybody', async ({
  product,
  browser,
}) => {
  const { page, looks } = await looker(browser);
  const { access_token: token } = await logIn(page.context(), product, hostEmail);
  const { events } = await callApi<Past>(product, 'GET', '/events/mine?scope=past', { token });
  const uuid = events.find(({ event }) => event.event_title === recorded)!.event.event_uuid;

  const stranger = await looker(browser);
  await logIn(stranger.page.context(), product, viewer2Email);
  await stranger.page.goto(`${product.url}/replay/${uuid}`);
  await expect(stranger.page.getByRole('heading', { name: 'Watch the full replay' })).toBeVisible();
  await expect(stranger.page.getByRole('button', { name: 'Buy replay for €6.80' })).toBeVisible();
  await stranger.looks.at('a replay without a ticket');

  await page.goto(`${product.url}/event/${uuid}`);
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.duration)).toBeCloseTo(30, 0);
  await expect(page.getByText('No messages up to this point.')).toBeVisible();
  await video.evaluate((one: HTMLVideoElement) => void (one.currentTime = 20));
  await expect(page.getByText('Soup is a fine subject!')).toBeVisible();
  await expect(page.getByText('Thank you, this was lovely.')).toHaveCount(0);
  expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(640);
  await looks.at('a replay');

  await page.getByRole('button', { name: 'Delete replay' }).press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: 'Delete the replay?' }).waitFor();
  await looks.at('deleting a replay');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep replay' }).press('Enter');
  await expect(video).toBeVisible();
  await stranger.page.context().close();
  await page.context().close();
  expect([...looks.problems, ...stranger.looks.problems]).toEqual([]);
});

test('on a phone a replay’s buttons fit one line, and speed, sound and captions are behind one of them', async ({
  product,
  browser,
}) => {
  const context = await browser.newContext(onPhone);
  const { access_token: token } = await logIn(context, product, hostEmail);
  const { events } = await callApi<Past>(product, 'GET', '/events/mine?scope=past', { token });
  const uuid = events.find(({ event }) => event.event_title === 'Lisbon mornings')!.event.event_uuid;
  const page = await context.newPage();
  await page.goto(`${product.url}/replay/${uuid}`);
  const player = page.getByRole('group', { name: /Lisbon mornings/ });
  const settings = player.getByRole('button', { name: 'Settings' });
  const lines = new Set<number>();
  for (const name of ['Play', 'Back 10 seconds', 'Forward 10 seconds', 'Settings', 'Full screen'])
    lines.add((await player.getByRole('button', { name, exact: true }).boundingBox())!.y);
  expect(lines.size).toBe(1);
  const mute = player.getByRole('button', { name: 'Mute', exact: true });
  await expect(mute).toBeHidden();
  await settings.click();
  await expect(player.getByRole('combobox', { name: 'Speed' })).toBeVisible();
  await mute.click();
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeHidden();
  await expect(settings).toBeFocused();
  await context.close();
});
