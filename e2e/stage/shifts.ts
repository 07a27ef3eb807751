import { expect, type Locator, type Page } from '@playwright/test';

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

const watch = (): void => {
  const seen = { shifts: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** How far the page moves by itself (CLS) while it is loaded again, until all of this is shown. */
export async function shiftsOnReload(page: Page, shown: readonly Locator[]): Promise<number> {
  await page.addInitScript(watch);
  await page.reload();
  for (const one of shown) await expect(one).toBeVisible();
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return (window as unknown as { seen: { shifts: number } }).seen.shifts;
  });
}
