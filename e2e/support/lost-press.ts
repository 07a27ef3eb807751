import { expect, type Locator } from '@playwright/test';

/**
 * Presses by keyboard: the call is lost, which is said and leaves the keyboard where it was; the second press goes
 * through.
 */
export async function pressTwice(button: Locator, call: string): Promise<void> {
  const page = button.page();
  await page.route(`**/api${call}`, (route) => route.abort(), { times: 1 });
  await button.press('Enter');
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(button, 'the keyboard is where it was').toBeFocused();
  await button.press('Enter');
}
