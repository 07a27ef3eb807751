import { newAccount, newPassword } from '../support/account.ts';
import { mailLink } from '../support/mailbox.ts';
import { adminEmail, callApi, logIn, tokenOf } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'another address is taken once the link in its mail is opened, and not before',
  { tag: '@long' },
  async ({ product, people }) => {
    const { context, page } = await people.newViewer();
    const [before, after] = [await newAccount(product, 'dora.moves'), 'dora.moved@mail.com'];
    await logIn(context, product, before, newPassword);
    await page.goto(`${product.url}/profile`);
    const section = page.getByRole('region', { name: 'Email', exact: true });
    await expect(section.getByText(`Your email address is ${before}.`)).toBeVisible();
    await section.getByLabel('New email').fill(after);
    await section.getByLabel('Current password').fill('Not-mine-2026');
    await section.getByRole('button', { name: 'Change email' }).click();
    await expect(section.getByText('The password is incorrect.')).toBeVisible();
    await section.getByLabel('Current password').fill(newPassword);
    await section.getByRole('button', { name: 'Change email' }).click();
    await expect(section.getByText(`We’ve emailed a link to ${after}.`)).toBeVisible();
    await page.reload();
    await expect(section.getByText(`Your email address is ${before}.`)).toBeVisible();

    await page.goto(await mailLink(product, after, '/confirm_email'));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByText('Your email address has been changed.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to my account' }).click();
    await expect(section.getByText(`Your email address is ${after}.`)).toBeVisible();
    expect(await tokenOf(product, after, newPassword)).toHaveProperty('access_token');
    await expect(tokenOf(product, before, newPassword)).rejects.toThrow();
  },
);

test(
  'an app admin refuses a request with a reason; who asked reads it and may ask again',
  { tag: '@long' },
  async ({ product, people }) => {
    const { context, page } = await people.newViewer();
    const email = await newAccount(product, 'dora.wants');
    const { access_token: token } = await logIn(context, product, email, newPassword);
    await callApi(product, 'POST', '/user/influencer_request', { token, body: {} });
    await page.goto(`${product.url}/profile`);
    const account = page.getByRole('button', { name: /^Your account/ });
    await account.click();
    const asked = page.getByRole('button', { name: 'Your request is being processed' });
    await expect(asked).toBeDisabled();
    await account.click();
    await expect(asked).toBeHidden();

    const backoffice = await people.newViewer();
    await logIn(backoffice.context, product, adminEmail);
    await backoffice.page.goto(`${product.url}/admin/requests`);
    const row = backoffice.page.getByRole('listitem').filter({ hasText: 'dora.wants' });
    await row.getByRole('button', { name: 'Decline' }).click();
    const dialog = backoffice.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Tell us first what you would put on.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(backoffice.page.getByText('Declined. We’ve emailed dora.wants.')).toBeVisible();
    await expect(row).toBeHidden();

    // The menu fetches again when it is opened.
    await account.click();
    await expect(page.getByRole('button', { name: 'Become an influencer' })).toBeEnabled();
    await page.goto(`${product.url}/dev/mailbox?to=${email}`);
    await expect(page.frameLocator('iframe').getByText('Tell us first what you would put on.')).toBeVisible();
  },
);
