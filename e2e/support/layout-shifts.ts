import { expect, type Locator, type Page } from '@playwright/test';

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

const watch = (): void => {
  const seen = { shifts: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** From its next load on, what the page moves without being asked (CLS) is added up. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(watch);

/** How far it moved since it was loaded. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return (window as unknown as { seen: { shifts: number } }).seen.shifts;
  });

/** How far the page shifts while it is loaded again, until all of this is shown. */
export async function shiftsOnReload(page: Page, shown: readonly Locator[]): Promise<number> {
  await watchShifts(page);
  await page.reload();
  for (const one of shown) await expect(one).toBeVisible();
  return shiftsOf(page);
}
