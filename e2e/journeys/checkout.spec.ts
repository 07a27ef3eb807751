import { publishEvent } from '../stage/publish.ts';
import { callApi, logIn } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

const pays = '4242424242424242';
const declines = '4000000000000002';
const asks3ds = '4000002500003155';

interface Tickets {
  readonly tickets: readonly {
    readonly ticket: { readonly order: { readonly total: number; readonly fee: number } };
  }[];
}

test('a declined card keeps the seat, the next one pays what the modal said', async ({ product, stage }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by card', tickets: 3, price: 16 });
  const viewer = await stage.newViewer();
  const { access_token } = await logIn(viewer.context, product, 'viewer@frontrow.test');
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.opensCheckoutWithCard(declines);
  await expect(viewer.page.getByRole('button', { name: 'Pay €17.30' })).toBeVisible();
  await viewer.pays();
  await expect(
    viewer.page.getByText('Your card was declined. Nothing was charged and your seat is still held.').first(),
  ).toBeVisible();
  await viewer.typesCard(pays);
  await viewer.pays();
  await viewer.isIn();
  const { tickets } = await callApi<Tickets>(product, 'GET', `/tickets/mine?event_uuid=${eventUuid}`, {
    token: access_token,
  });
  expect(tickets.map(({ ticket }) => [ticket.order.fee, ticket.order.total])).toEqual([[1.3, 17.3]]);
});

test('the card that asks 3-D Secure in the iframe: abandoned it charges nothing, finished it pays', async ({
  product,
  stage,
}) => {
  const eventUuid = await publishEvent(product, { title: 'Asked by the bank', tickets: 3, price: 8 });
  const viewer = await stage.newViewer();
  await logIn(viewer.context, product, 'viewer@frontrow.test');
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.opensCheckoutWithCard(asks3ds);
  await viewer.pays();
  const bank = viewer.page.frameLocator('iframe[title="Your bank’s page"]');
  await bank.getByRole('button', { name: /fail/i }).click();
  await expect(
    viewer.page
      .getByText('Your bank did not confirm the payment. Nothing was charged and your seat is still held.')
      .first(),
  ).toBeVisible();
  await viewer.typesCard(asks3ds);
  await viewer.pays();
  await bank.getByRole('button', { name: /complete/i }).click();
  await viewer.isIn();
});

test('the wallet: over to its page, approved, and back with a ticket', async ({ product, stage }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by wallet', tickets: 3, price: 5 });
  const viewer = await stage.newViewer();
  await logIn(viewer.context, product, 'viewer@frontrow.test');
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await viewer.page.getByRole('dialog').getByText('PayPal', { exact: true }).click();
  await viewer.pays();
  await viewer.page.getByRole('button', { name: /approve/i }).click();
  await viewer.page.waitForURL(new RegExp(`/event/${eventUuid}`));
  await viewer.isIn();
});

test('a guest pays with a card and the way in comes by mail', async ({ product, stage }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by a guest', tickets: 3, price: 9 });
  const guest = await stage.newViewer();
  await guest.page.goto(`${product.url}/event/${eventUuid}`);
  await guest.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  const dialog = guest.page.getByRole('dialog');
  await guest.pays();
  await expect(dialog.getByText('please enter your email address')).toBeVisible();
  await dialog.getByLabel('Email', { exact: true }).fill('Mina@Guest.test');
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('mina@guest.test');
  await dialog.getByLabel('Confirm email').fill('nina@guest.test');
  await guest.pays();
  await expect(dialog.getByText('emails should match')).toBeVisible();
  await dialog.getByLabel('Confirm email').fill('mina@guest.test');
  await dialog.getByRole('checkbox', { name: /privacy/i }).check();
  await dialog.getByRole('checkbox', { name: /terms/i }).check();
  await guest.typesCard(pays);
  await guest.pays();
  await guest.isIn();
  await expect(dialog.getByText('We sent your ticket to mina@guest.test')).toBeVisible();
});
