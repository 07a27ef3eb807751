import { expect, test } from '../support/test.ts';

test('a reader chooses German: the page, its next load and what is refused are German', async ({ product, page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.setViewportSize({ width: 390, height: 844 });
  // The choice is made before the footer's code has loaded.
  let load = () => {};
  const chosen = new Promise<void>((resolve) => (load = resolve));
  await page.route(/Footer.*\.js/, async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto(product.url);
  await page.locator('footer select').selectOption('Deutsch');
  load();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'Diese Woche' })).toBeVisible();

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Diese Woche' })).toBeVisible();
  await expect(page.locator('footer').getByLabel('Sprache')).toHaveValue('de');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(errors.filter((error) => /hydrat/i.test(error))).toEqual([]);

  await page.goto(`${product.url}/login`);
  await page.getByLabel('E-Mail', { exact: true }).fill('nobody@frontrow.test');
  await page.getByLabel('Passwort', { exact: true }).fill('Wrong-one-1');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).last().click();
  await expect(page.getByText('E-Mail-Adresse oder Passwort stimmt nicht.')).toBeVisible();
});
