import { readFile } from 'node:fs/promises';
import { newAccount, newPassword } from '../support/account.ts';
import { testCards } from '../support/people.ts';
import { addsAccount, asksFor, methodsPath, payoutTo } from '../support/payouts.ts';
import { publishEvent } from '../support/publish.ts';
import { adminEmail, callApi, hostEmail, logIn, tokenOf } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a payout that the bank refuses is in the balance again, and arrives at another account',
  { tag: '@long' },
  async ({ product, people }) => {
    const { context, page } = await people.newHost();
    await logIn(context, product, hostEmail);
    const available = page.getByRole('definition').first();
    const movement = (what: string) => page.getByRole('row').filter({ hasText: what });
    const payout = (account: string) => payoutTo(page, account);

    await addsAccount(page, product, 'rejects');
    await page.goto(`${product.url}/my_balance`);
    await expect(available).toHaveText(/^€\d/);
    const before = (await available.textContent())!;
    await asksFor(page, product, 7);
    await expect(movement('Payout requested').filter({ hasText: '€7.00' })).toBeVisible();
    // The page of the payouts updates automatically when the bank answers.
    await page.goto(product.url + methodsPath);
    await expect(payout('rejects')).toContainText('Failed');
    await expect(payout('rejects')).toContainText('The account is closed. The payout was returned to your balance');
    await page.goto(`${product.url}/my_balance`);
    await expect(movement('Payout failed, returned to your balance')).toContainText('€7.00');
    await expect(available).toHaveText(before);

    await addsAccount(page, product, 'returns');
    await asksFor(page, product, 6);
    await page.goto(product.url + methodsPath);
    await expect(payout('returns')).toContainText('Paid');
    await page.goto(`${product.url}/activity`);
    await expect(page.getByText('Payout of €7.00 failed')).toBeVisible();
    await expect(page.getByText('Payout of €6.00 was paid')).toBeVisible();

    // The other journeys of this worker have the same host: the accounts become those of the demo again.
    await page.goto(product.url + methodsPath);
    for (const account of ['rejects', 'returns']) {
      await page.getByRole('button', { name: `Remove Sandbox bank: ${account}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove account' }).click();
      await expect(page.getByRole('button', { name: `Remove Sandbox bank: ${account}` })).toHaveCount(0);
    }
    const left = page.getByRole('list', { name: 'Payout methods' }).getByRole('listitem');
    await expect(left).toHaveText([/Sandbox bank: pays.*Default/]);
    await expect(payout('returns'), 'Past payouts stay').toContainText('Paid');
  },
);

test('an order has its receipt as a PDF, and the account its cards with a default', async ({ product, people }) => {
  const title = 'An evening with a receipt';
  const event_uuid = await publishEvent(product, { title, tickets: 3, price: 16 });
  const viewer = await people.newViewer();
  const { page } = viewer;
  const email = await newAccount(product, 'rosa.receipts');
  const { access_token: token } = await logIn(viewer.context, product, email, newPassword);
  const body = { event_uuid, type: 'interactive', stripe_token: 'pm_card_visa' };
  await callApi(product, 'POST', '/events/purchase', { token, body });

  await page.goto(`${product.url}/billing_viewer`);
  const order = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: title });
  await expect(order).toContainText('€17.30');
  await order.getByRole('link', { name: `Receipt for ${title}` }).click();
  await page.getByLabel('Name or company').fill('Rosa Nowak Ltd');
  await page.getByRole('button', { name: 'Create receipt' }).click();
  await expect(page.getByText('Rosa Nowak Ltd')).toBeVisible();
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await downloads;
  expect(file.suggestedFilename()).toMatch(/^frontrow-.+\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF');
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(order).toContainText(/Receipt \S+/);

  await page.goto(`${product.url}/my_viewer_payment_methods`);
  await expect(page.getByText('No saved cards')).toBeVisible();
  for (const number of [testCards.pays, testCards.asks3ds]) {
    await page.getByRole('button', { name: 'Add a card' }).click();
    await viewer.typesCard(number);
    await page.getByRole('dialog').getByRole('button', { name: 'Save card' }).click();
    if (number === testCards.asks3ds) {
      const bank = page.frameLocator('iframe[title="Your bank’s page"]');
      await bank.getByRole('button', { name: /complete/i }).click();
    }
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const cards = page.getByRole('list', { name: 'Saved cards' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  const another = cards.filter({ has: page.getByRole('button', { name: /the default$/ }) });
  const ending = /ending in \d{4}/.exec((await another.textContent())!)![0];
  await another.getByRole('button', { name: /the default$/ }).click();
  await expect(cards.first()).toContainText(ending);
  await expect(cards.first()).toContainText('Default');
  await page.reload();
  await expect(cards.first()).toContainText(ending);
});

test(
  'a receipt shows the same day of issue wherever it is read: the day in UTC',
  { tag: '@long' },
  async ({ product, browser }) => {
    const event_uuid = await publishEvent(product, { title: 'A receipt far away', tickets: 3, price: 16 });
    const email = await newAccount(product, 'tala.receipts');
    const { access_token: token } = await tokenOf(product, email, newPassword);
    const { order } = await callApi<{ order: { order_uuid: string } }>(product, 'POST', '/events/purchase', {
      token,
      body: { event_uuid, type: 'interactive', stripe_token: 'pm_card_visa' },
    });
    const path = `/billing/orders/${order.order_uuid}/receipt`;
    const { receipt } = await callApi<{ receipt: { receipt: { issued_at: number } } }>(product, 'POST', path, {
      token,
      body: {},
    });
    const day = new Date(receipt.receipt.issued_at).getUTCDate();
    // At any time, one of the two has another day.
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const context = await browser.newContext({ timezoneId, locale: 'en-GB' });
      await logIn(context, product, email, newPassword);
      const page = await context.newPage();
      await page.goto(`${product.url}/receipt/${order.order_uuid}`);
      const issued = page.locator('dt', { hasText: 'Issued' }).locator('xpath=following-sibling::dd[1]');
      await expect(issued).toHaveText(new RegExp(`^\\w+ ${day} \\w+ \\d{4}$`));
      await context.close();
    }
  },
);

test('an app admin refunds a part by keyboard: the focus stays in the dialog and returns to its menu', async ({
  product,
  people,
}) => {
  const event_uuid = await publishEvent(product, { title: 'Partly refunded', tickets: 5, price: 12 });
  const buyer = await tokenOf(product, await newAccount(product, 'dora.partly'), newPassword);
  const { order } = await callApi<{ order: { order_uuid: string } }>(product, 'POST', '/events/purchase', {
    token: buyer.access_token,
    body: { event_uuid, type: 'interactive', stripe_token: 'pm_card_visa' },
  });
  const { context, page } = await people.newViewer();
  await logIn(context, product, adminEmail);
  await page.goto(`${product.url}/admin/orders/${order.order_uuid}`);
  const actions = page.getByRole('button', { name: 'Actions' });
  const dialog = page.getByRole('dialog');
  const opens = async () => {
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Refund…' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
  };
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await opens();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(actions).toBeFocused();

  await opens();
  await page.keyboard.type('The sound was gone');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  // The field for the fee comes and goes with the amount.
  await page.keyboard.type('5');
  await expect(dialog.getByLabel('Fee portion')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(dialog.getByLabel('Fee portion')).toBeHidden();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Fee portion')).toBeFocused();
  // Nothing is confirmed yet.
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This doesn’t match.')).toBeVisible();
  expect(await isInside()).toBe(true);
  await dialog.getByLabel(/^Type /).focus();
  await page.keyboard.type(order.order_uuid.slice(0, 8));
  await page.route('**/api/admin/orders/refund', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Refund' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/./);
  expect(await isInside(), 'after a failure').toBe(true);
  await dialog.getByRole('button', { name: 'Refund' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(actions).toBeFocused();
});
