import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** All code of the pages. */
export const scripts = /\/assets\/[^/]+\.js$/;

/** Holds back the files whose names are like this, until it is called. */
export async function holdBack(page: Page, names: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(names, async (route) => (isOpen ? route.continue() : void held.push(route)));
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

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
