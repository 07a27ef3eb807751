import type { Page, Route } from '@playwright/test';

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
