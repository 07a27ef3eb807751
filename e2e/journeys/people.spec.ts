import type { Page } from '@playwright/test';
import { demoPassword } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

async function logInThere(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(dialog).toBeHidden();
}

test('a stranger taps a heart, logs in, and it is done; the host is followed and left again', async ({
  product,
  page,
}) => {
  await page.goto(`${product.url}/noravale`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Vale' })).toBeVisible();
  const heart = page.getByRole('button', { name: /^Keep “/ }).first();
  const title = (await heart.getAttribute('aria-label'))!.replace(/^Keep “|”$/g, '');
  await heart.click();
  await logInThere(page, 'viewer2@frontrow.test');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  const follow = page.getByRole('button', { name: 'Follow Nora Vale' });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  await page.goto(`${product.url}/live_events/favorite_live_events`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('button', { name: `Keep “${title}”` }).click();
  await expect(page.getByText('No favourites yet')).toBeVisible();

  await page.goto(`${product.url}/viewer_profile`);
  await expect(page.getByRole('link', { name: 'Nora Vale' })).toBeVisible();
  await page.getByRole('button', { name: 'Follow Nora Vale' }).click();
  await expect(page.getByText('Nobody yet.', { exact: false })).toBeVisible();
});

test('a name nobody has is a seat that does not exist', async ({ product, page }) => {
  await page.goto(`${product.url}/nobody-of-this-name`);
  await expect(page.getByText('This seat doesn’t exist')).toBeVisible();
});
