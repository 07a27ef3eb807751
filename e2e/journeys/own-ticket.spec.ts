import { testCards } from '../support/people.ts';
import { publishEvent } from '../support/publish.ts';
import { logIn, viewer2Email, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('a ticket opens offline, is transferred, and is cancelled by its new holder', async ({ product, people }) => {
  const title = 'A ticket with two holders';
  const eventUuid = await publishEvent(product, { title, tickets: 3, price: 16, days: 3, selfCancelHours: 24 });
  const first = await people.newViewer();
  const second = await people.newViewer();
  await logIn(first.context, product, viewerEmail);
  await logIn(second.context, product, viewer2Email);

  const { page } = first;
  await page.goto(`${product.url}/event/${eventUuid}`);
  await expect(page.getByText(/^Free cancellation until/)).toBeVisible();
  await first.paysWithCard(testCards.pays);
  await page.goto(`${product.url}/live_events`);
  await page.getByRole('article', { name: title }).getByRole('link', { name: 'View ticket' }).click();
  await page.waitForURL('**/ticket/*');
  const code = (await page.getByRole('article', { name: 'Your ticket' }).getByText(/^FR-/).textContent())!;

  // The copy is there before the worker that shows it.
  const isKept = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/ticket/'))?.active);
  await expect.poll(isKept).toBeTruthy();
  await first.context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^You’re offline/)).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
  await first.context.setOffline(false);
  await page.reload();

  // Nobody scans a ticket at an online event.
  await expect(page.getByRole('img', { name: code })).toBeHidden();

  await page.getByRole('button', { name: 'Transfer ticket' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Recipient’s email address').fill(viewerEmail);
  await dialog.getByRole('button', { name: 'Transfer ticket' }).click();
  await expect(dialog.getByText('This is your own email address.', { exact: false })).toBeVisible();
  await dialog.getByLabel('Recipient’s email address').fill(viewer2Email);
  await dialog.getByRole('button', { name: 'Transfer ticket' }).click();
  await expect(page.getByText('Transferred', { exact: true })).toBeFocused();
  await expect(page.getByText(code)).toBeHidden();
  await page.goto(`${product.url}/event/${eventUuid}`);
  await expect(page.getByRole('button', { name: /^Buy ticket/ }).first()).toBeVisible();

  await second.page.goto(`${product.url}/live_events`);
  await second.page.getByRole('article', { name: title }).getByRole('link', { name: 'View ticket' }).click();
  await second.page.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(second.page.getByRole('dialog')).toContainText(
    'We’ll refund the person who paid for this ticket, under the host’s cancellation policy.',
  );
  await second.page.getByRole('dialog').getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(second.page.getByText(/^Refund(ed| pending)$/)).toBeFocused();
});
