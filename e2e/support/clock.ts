import type { Page } from '@playwright/test';

/** Lets time pass for this page: on its own clock, and in the `Date` of the answers it gets. */
export async function timePasses(page: Page, ms: number): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => undefined);
    // The page may have gone in the meantime.
    if (!response) return route.abort().catch(() => undefined);
    const headers = response.headers();
    const date = new Date(Date.parse(headers['date']!) + ms).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  });
  await page.clock.setFixedTime(Date.now() + ms);
}
