import type { Page } from '@playwright/test';
import { mailLink } from '../stage/mailbox.ts';
import { expect, test } from '../stage/test.ts';

async function continueWithInstagram(page: Page, handle: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Instagram' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with Instagram (local stand-in)' })).toBeVisible();
  await page.getByLabel('Instagram name').fill(handle);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function fillForm(page: Page, email: string, repeat: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Repeat email').fill(repeat);
  await page.getByLabel('Name', { exact: true }).fill('Ines');
  await page.getByLabel('Surname').fill('Salgado');
  await page.getByLabel('Date of birth').fill('1994-02-03');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('somebody comes by Instagram, and is known the next time', async ({ stage, product }) => {
  const { page } = await stage.newViewer();
  await page.goto(`${product.url}/terms/service`);
  await page.getByRole('button', { name: 'Log in or sign up' }).first().click();
  await continueWithInstagram(page, 'ines.salgado');
  await expect(page).toHaveURL(`${product.url}/social_sign_up`);
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByLabel('Username')).toHaveValue('ines.salgado');
  await fillForm(page, 'ines@mail.com', 'inez@mail.com');
  await expect(page.getByText('Emails must match.')).toBeVisible();
  await page.getByLabel('Repeat email').fill('ines@mail.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${product.url}/terms/service`);
  await expect(page.getByText('Please verify your email')).toBeVisible();
  expect(await mailLink(product, 'ines@mail.com', '/verify_email')).toContain('#token=');

  const again = await stage.newViewer();
  await again.page.goto(`${product.url}/login`);
  await continueWithInstagram(again.page, 'ines.salgado');
  await expect(again.page.getByRole('button', { name: 'Your account, Ines' })).toBeVisible();
});

test('an address with an account is connected by its mail, in the same browser', async ({ stage, product }) => {
  const { page } = await stage.newViewer();
  await page.goto(`${product.url}/signup`);
  await continueWithInstagram(page, 'somebody.else');
  await fillForm(page, 'viewer2@frontrow.test', 'viewer2@frontrow.test');
  await expect(page.getByRole('heading', { name: 'Have a look at your inbox' })).toBeVisible();
  const link = await mailLink(product, 'viewer2@frontrow.test', '/social_link');
  const other = await stage.newViewer();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Connect Instagram' }).click();
  await expect(other.page.getByText('Open this link in the browser where you continued with Instagram.')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Connect Instagram' }).click();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
});
