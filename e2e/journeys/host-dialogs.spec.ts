import { withClassicScrollbars } from '../support/browser.ts';
import { newAccount, newPassword } from '../support/account.ts';
import { liveEvent } from '../support/live-room.ts';
import { looker } from '../support/looks.ts';
import { Host } from '../support/people.ts';
import { coverFile, publishEvent } from '../support/publish.ts';
import { adminEmail, callApi, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: withClassicScrollbars });

test('what a host and an app admin open', { tag: '@long' }, async ({ product, browser }) => {
  const { page, looks } = await looker(browser);
  const { access_token: hostToken } = await logIn(page.context(), product, hostEmail);
  const { access_token: token } = await tokenOf(product, viewer2Email);
  const host = new Host(page.context(), product, page);
  const dialog = page.getByRole('dialog');

  await page.goto(`${product.url}/publish_event`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Live Event title is a required field').first().waitFor();
  await looks.at('publish with what is missing');
  await page.getByRole('button', { name: 'Select thumbnails' }).click();
  await page.getByAltText('Picture 2').waitFor();
  await looks.at('thumbnails');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check it out!' }).first().click();
  await dialog.getByText('No start time yet').waitFor();
  await looks.at('preview');
  await page.keyboard.press('Escape');
  await host.choosesFile(/^Drop a picture/, coverFile);
  await dialog.getByRole('button', { name: 'Select a file' }).waitFor();
  await looks.at('crop of a cover');

  const ahead = await publishEvent(product, { title: 'Changed by its host', tickets: 3, price: 0, days: 4 });
  await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: ahead, type: 'interactive' } });
  await page.goto(`${product.url}/event/${ahead}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByLabel('Date').waitFor();
  await looks.at('reschedule');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel event' }).click();
  await dialog.getByRole('button', { name: 'Keep event' }).waitFor();
  await looks.at('cancel the event');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add seats' }).click();
  await dialog.getByRole('button', { name: 'Add 1 seat' }).waitFor();
  await looks.at('add seats');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Message' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await looks.at('message with what is missing');
  await page.getByLabel('Subject').fill('Bring a bowl');
  await page.getByLabel('Message', { exact: true }).fill('And a friend.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await looks.at('message, once more');

  const was = await liveEvent(product, 'Reported by its host', token);
  await was.end();
  const said = { event_uuid: was.uuid, stars: 2, text: 'The sound was thin.' };
  const { review } = await callApi<{ review: { review_ide: number } }>(product, 'POST', '/events/reviews', {
    token,
    body: said,
  });
  await page.goto(`${product.url}/event/${was.uuid}`);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByLabel('What’s wrong?').waitFor();
  await looks.at('report a review');
  await page.context().close();

  const backoffice = await looker(browser);
  await logIn(backoffice.page.context(), product, adminEmail);
  const asking = await tokenOf(product, await newAccount(product, 'dora.asks'), newPassword);
  await callApi(product, 'POST', '/user/influencer_request', { token: asking.access_token, body: {} });
  const report = { kind: 'review', review_ide: review.review_ide, reason: 'other', note: 'It was the network.' };
  await callApi(product, 'POST', '/reports', { token: hostToken, body: report });
  const opens = async (path: string, button: string | RegExp, name: string) => {
    await backoffice.page.goto(`${product.url}${path}`);
    await backoffice.page.getByRole('button', { name: button }).first().click();
    await backoffice.page.getByRole('dialog').getByLabel('Reason').waitFor();
    await backoffice.looks.at(name);
  };
  await opens('/admin/requests', 'Decline', 'refuse a request');
  await backoffice.page.goto(`${product.url}/admin/events?state=upcoming`);
  await backoffice.page.getByRole('row').nth(1).getByRole('link').click();
  await backoffice.page.getByRole('button', { name: 'Actions' }).click();
  await backoffice.page.getByRole('menuitem', { name: 'Unpublish…' }).click();
  await backoffice.page.getByRole('dialog').getByLabel('Reason (they read this)').waitFor();
  await backoffice.looks.at('unpublish an event as admin');
  // The reason of a cancellation is for the audit log alone.
  await backoffice.page.keyboard.press('Escape');
  await backoffice.page.getByRole('button', { name: 'Actions' }).click();
  await backoffice.page.getByRole('menuitem', { name: 'Cancel event…' }).click();
  await backoffice.page.getByRole('dialog').getByLabel('Reason', { exact: true }).waitFor();
  await backoffice.page.goto(`${product.url}/admin/orders?state=paid`);
  await backoffice.page.getByRole('row').nth(1).getByRole('link').click();
  await backoffice.page.getByRole('button', { name: 'Actions' }).click();
  await backoffice.page.getByRole('menuitem', { name: /Refund…|Void ticket…/ }).waitFor();
  await backoffice.looks.at('actions of an order as admin');
  await backoffice.page.getByRole('menuitem', { name: /Refund…|Void ticket…/ }).click();
  await backoffice.page.getByRole('dialog').getByLabel('Reason').waitFor();
  await backoffice.looks.at('refund an order as admin');
  await backoffice.page.goto(`${product.url}/admin/reports`);
  await backoffice.page.getByRole('button', { name: 'Dismiss' }).first().waitFor();
  await backoffice.looks.at('reports');
  await backoffice.page.goto(`${product.url}/event/${was.uuid}`);
  await backoffice.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await backoffice.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await backoffice.page.getByRole('dialog').getByRole('button', { name: 'Keep review' }).waitFor();
  await backoffice.looks.at('remove a review');
  const removing = backoffice.page.getByRole('dialog');
  await removing.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(removing.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.');
  await backoffice.looks.at('remove a review without a reason');
  await backoffice.page.context().close();
  expect([...looks.problems, ...backoffice.looks.problems]).toEqual([]);
});
