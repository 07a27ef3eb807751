import { newAccount, newPassword } from '../support/account.ts';
import { publishEvent } from '../support/publish.ts';
import { adminEmail, callApi, hostEmail, logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('a dispute takes the ticket; an app admin sees how it is lost, and the host is notified', async ({
  product,
  people,
}) => {
  const title = 'A disputed evening';
  const event_uuid = await publishEvent(product, { title, tickets: 5, price: 12 });
  const { context, page } = await people.newViewer();
  const email = await newAccount(product, 'dora.disputes');
  const { access_token: token } = await logIn(context, product, email, newPassword);
  await callApi(product, 'POST', '/events/purchase', {
    token,
    body: { event_uuid, type: 'interactive', stripe_token: 'pm_card_createDispute' },
  });

  const backoffice = await people.newViewer();
  await logIn(backoffice.context, product, adminEmail);
  const row = backoffice.page.getByRole('listitem').filter({ hasText: title });
  await expect(async () => {
    await backoffice.page.goto(`${product.url}/admin/disputes`);
    await expect(row).toContainText('Open', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('Evidence due by');
  await page.goto(`${product.url}/live_events/past_live_events`);
  await expect(page.getByText('Payment disputed')).toBeVisible();

  // A page that is loaded again would take back what it asked for.
  const lost = backoffice.page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await row.getByRole('button', { name: 'Sandbox: lose dispute' }).click();
  await lost;
  await expect(async () => {
    await backoffice.page.reload();
    await expect(row).toContainText('Charged back', { timeout: 1_000 });
  }).toPass();
  await page.goto(`${product.url}/dev/mailbox?to=${hostEmail}`);
  await expect(page.getByRole('heading', { name: `The dispute was lost: ${title}` })).toBeVisible();
});
