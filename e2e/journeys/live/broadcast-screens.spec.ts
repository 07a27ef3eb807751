import { withClassicScrollbars } from '../../support/browser.ts';
import { looker } from '../../support/looks.ts';
import { Host, Viewer } from '../../support/people.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.use({ launchOptions: withClassicScrollbars });

const longTitle = 'A night of songs that nobody has heard before, told by the people who wrote them, and sung by all';

test('what opens in a broadcast', { tag: '@long' }, async ({ product, browser }) => {
  const { page, looks } = await looker(browser);
  await logIn(page.context(), product, hostEmail);
  const seat = await looker(browser);
  const { access_token: token } = await logIn(seat.page.context(), product, viewer2Email);
  const wish = { title: longTitle, tickets: 50, price: 0, broadcast: true };
  const early = await publishEvent(product, wish);
  const uuid = await publishEvent(product, { ...wish, startable: true });
  await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'streaming' } });
  const host = new Host(page.context(), product, page);
  const viewer = new Viewer(seat.page.context(), product, seat.page);
  const dialog = page.getByRole('dialog');

  await host.opensBroadcast(early);
  await expect(page.getByText('The control room opens in').first()).toBeVisible();
  await page.getByLabel('Stream key', { exact: true }).waitFor();
  await looks.at('before the control room');
  await viewer.opensBroadcast(uuid);
  await seat.looks.at('waiting for the start');

  await host.opensBroadcast(uuid);
  await expect(page.getByText('No video yet').first()).toBeVisible();
  await looks.at('the control room without a picture');
  const key = page.getByLabel('Stream key', { exact: true });
  const hidden = await key.inputValue();
  await page.getByRole('button', { name: 'Show the stream key' }).press('Enter');
  const shown = await key.inputValue();
  expect(shown).not.toBe(hidden);
  await page.getByRole('button', { name: 'Copy: Stream key' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.getByRole('button', { name: 'Reset key' }).press('Enter');
  await dialog.getByRole('heading', { name: 'Reset the stream key?' }).waitFor();
  await looks.at('a new key');
  await dialog.getByRole('button', { name: 'Reset key' }).click();
  await page.getByRole('button', { name: 'Show the stream key' }).click();
  await expect(key).not.toHaveValue(shown);
  for (const tab of ['Chat', 'People', 'Stream']) {
    await page.getByRole('tab', { name: tab }).press('Enter');
    await looks.at(`the control room, ${tab}`);
  }

  await page.getByRole('button', { name: /^Use this camera/ }).press('Enter');
  await expect(page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
  await looks.at('the preview');
  await page.getByRole('button', { name: 'Go live' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Finish' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Live room' }), 'the pressed button is gone').toBeFocused();
  await looks.at('the live control room');
  await expect(seat.page.getByRole('button', { name: 'Exit' })).toBeVisible();
  await seat.looks.at('watching');

  await page.getByRole('button', { name: /^Camera off/ }).click();
  await viewer.seesSlate(true);
  await seat.looks.at('the slate');
  await looks.at('the host’s camera is off');
  await page.getByRole('button', { name: 'Finish' }).first().click();
  await dialog.getByRole('heading', { name: 'Finish event' }).waitFor();
  await looks.at('finish event');
  await dialog.getByRole('button', { name: 'Finish event' }).click();
  await page.waitForURL(`**/event/${uuid}`);
  await seat.page.context().close();
  await page.context().close();
  expect([...looks.problems, ...seat.looks.problems]).toEqual([]);
});
