import { withClassicScrollbars } from '../../support/browser.ts';
import { liveEvent } from '../../support/live-room.ts';
import { looker } from '../../support/looks.ts';
import { Viewer } from '../../support/people.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.use({ launchOptions: withClassicScrollbars });

test('what opens in the room', { tag: '@long' }, async ({ product, browser }) => {
  const { page, looks } = await looker(browser);
  await logIn(page.context(), product, hostEmail);
  const { access_token: token } = await tokenOf(product, viewer2Email);
  const { uuid, end } = await liveEvent(product, 'Looked at from inside', token);
  const seat = await looker(browser);
  await logIn(seat.page.context(), product, viewer2Email);
  await seat.page.goto(`${product.url}/streaming/${uuid}`);
  // In the room for real: a seat taken by the API alone ends 30 seconds later.
  await new Viewer(seat.page.context(), product, seat.page).joins();
  await page.goto(`${product.url}/streaming/${uuid}`);
  await page.getByRole('button', { name: 'Start streaming' }).click();
  const finish = page.getByRole('button', { name: 'Finish' });
  await finish.waitFor();
  const body = { event_uuid: uuid, message: 'Hello from the second row', raised: true };
  await callApi(product, 'POST', '/events/streaming/messages_new', { token, body });
  await callApi(product, 'POST', '/events/streaming/raise_hand', { token, body });
  const dialog = page.getByRole('dialog');
  const waiting = page.getByRole('button', { name: '1 viewer waiting' }).first();
  await waiting.waitFor();
  for (const tab of ['Hands', 'People', 'Chat']) {
    await page.getByRole('tab', { name: tab }).click();
    await looks.at(`the host’s room, ${tab}`);
  }
  const opens = async (press: () => Promise<void>, title: string) => {
    await press();
    await dialog.getByRole('heading', { name: title }).waitFor();
    await looks.at(title);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await opens(() => waiting.click(), "Select viewer's turn");
  await opens(() => page.getByTitle('Participants').first().click(), 'Participants connected');
  await opens(() => finish.click(), 'Finish event');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(dialog.getByText('Your camera is off. Only you can see this.')).toBeVisible();
  const preview = dialog.getByLabel('Preview');
  await expect.poll(() => preview.evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBeGreaterThan(0);
  await looks.at('settings: video');
  await dialog.getByRole('tab', { name: 'Audio' }).click();
  const level = dialog.getByRole('meter', { name: 'Microphone level' });
  // The test microphone beeps for a fiftieth of a second: looked at now and then, the meter may be at rest each time.
  await level.evaluate(
    (meter) =>
      new Promise<void>((heard) => {
        new MutationObserver((_, observer) => {
          if (Number(meter.getAttribute('aria-valuenow')) === 0) return;
          observer.disconnect();
          heard();
        }).observe(meter, { attributeFilter: ['aria-valuenow'] });
      }),
  );
  await looks.at('settings: audio');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^People/ }).click();
  await page.getByRole('button', { name: 'Actions for viewer2' }).click();
  await page.getByRole('menuitem', { name: 'Block user' }).waitFor();
  await looks.at('actions for a person');
  await opens(() => page.getByRole('menuitem', { name: 'Block user' }).click(), 'Block viewer2?');

  await seat.looks.at('the viewer’s room');
  await seat.page.context().close();
  await end();
  await page.context().close();
  expect([...looks.problems, ...seat.looks.problems]).toEqual([]);
});
