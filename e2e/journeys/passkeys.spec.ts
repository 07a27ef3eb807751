import type { Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

/** Gives the page a device with a fingerprint reader whose owner's finger always fits. */
async function plugAuthenticatorIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('someone adds a passkey, logs out, and logs in with it', async ({ people, product }) => {
  const email = await newAccount(product, 'nadia.okafor');
  const { page } = await people.newViewer();
  // This device would log in as soon as the form offers its passkey; here the button does.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  // Browsers make passkeys for names, not for IP addresses.
  const url = product.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Your account, Dora' })).toBeVisible();
  await plugAuthenticatorIn(page);
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Test device');
  await dialog.getByLabel('Current password', { exact: true }).fill(newPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Test device')).toBeVisible();
  await expect(page.getByText('Not used yet')).toBeVisible();

  await page.getByRole('button', { name: 'Your account, Dora' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
  await page.getByRole('link', { name: 'Log in or sign up' }).first().waitFor();
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Your account, Dora' })).toBeVisible();
  await page.goto(`${url}/profile`);
  await expect(page.getByText(/^Added .* · Last used/)).toBeVisible();
});
