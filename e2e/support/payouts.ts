import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from './product.ts';

export const methodsPath = '/my_influencer_payout_methods';

/** An account of the sandbox bank, which is the default from now on. */
export async function addsAccount(page: Page, product: Product, account: string): Promise<void> {
  await page.goto(product.url + methodsPath);
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Test outcome').selectOption(account);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('list', { name: 'Payout methods' }).getByRole('listitem');
  const byDefault = row.filter({ has: page.getByText('Default', { exact: true }) });
  await expect(byDefault).toHaveCount(1);
  await expect(byDefault).toContainText(`Sandbox bank: ${account}`);
}

/** On the balance page: to the default account. */
export async function asksFor(page: Page, product: Product, amount: number): Promise<void> {
  await page.goto(`${product.url}/my_balance`);
  await page.getByRole('button', { name: 'Request payout' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in EUR').fill(String(amount));
  await dialog.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText(`€${amount}.00 is on its way.`).first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** On the page of the payouts: what went to this account of the sandbox bank. */
export const payoutTo = (page: Page, account: string): Locator =>
  page
    .getByRole('list', { name: 'Payouts', exact: true })
    .getByRole('listitem')
    .filter({ hasText: `Sandbox bank: ${account}` });
