import type { Browser, Page } from '@playwright/test';
import axe from 'axe-core';
import { scrollbarProblems, unmarkedChoices } from './system-looks.ts';

type Scheme = 'light' | 'dark';

/**
 * A screen is opened in one scheme and turned to the other, in turns, so that both are opened and both are turned to.
 */
export const schemes = [
  ['light', 'dark'],
  ['dark', 'light'],
] as const satisfies readonly (readonly Scheme[])[];

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** axe measures the whole page once: nothing may come, or take its real height, while it looks. */
export async function holdStill(page: Page): Promise<void> {
  // A dialog is all there when it is shown; what comes for the page below it is not looked at.
  if ((await page.getByRole('dialog').count()) === 0) await page.waitForLoadState('networkidle');
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(() => {
    const whole = new CSSStyleSheet();
    whole.replaceSync('.fr-later { content-visibility: visible }');
    document.adoptedStyleSheets.push(whole);
  });
  // Half a megabyte: once for each page that is loaded.
  await page.evaluate(axe.source);
}

/** Rules that another scheme may break where the first one broke none. */
export const ofColor = ['color-contrast', 'link-in-text-block'];

/**
 * Which of axe's rules, or of these, are broken in this scheme: in the dialog where one is open, else on the whole
 * page.
 */
export async function violations(page: Page, colorScheme: Scheme, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The listeners of the scheme run before the next frame is drawn; what changes its color by then begins to.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter((box) =>
      box.checkVisibility(),
    );
    // Not in frames: those on these screens are not ours, or show a mail and let no script run.
    const options = { resultTypes: ['violations' as const], iframes: false, ...(runOnly && { runOnly }) };
    const found = await run(dialogs.at(-1) ?? document, options);
    return found.violations.map(({ id, nodes }) => {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(' '));
      return `${id}: ${where.join(', ')}`;
    });
  }, rules);
}

/** What sticks out of the window, and what scrolls by a pixel. */
export async function misfits(page: Page): Promise<string[]> {
  const width = page.viewportSize()!.width;
  // Not against innerWidth: on a phone that grows with what sticks out.
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  // This browser hides its scrollbars; where they are shown, a box too high by a pixel gets one.
  const tooHigh = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((box) => box.scrollHeight === box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto')
      .map((box) => box.className),
  );
  return [
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...tooHigh.map((box) => `${box} scrolls by a pixel`),
  ];
}

/** Looks at what is open now, on a phone and on a desktop, light and dark, without loading it again. */
export class Looks {
  readonly page: Page;
  readonly problems: string[] = [];
  private turn = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(`page: ${error.message}`));
  }

  /** `sizes`: where what is open is there at one of them alone. */
  async at(name: string, sizes = [phone, desktop]): Promise<void> {
    await holdStill(this.page);
    const inTurns = schemes[this.turn++ % 2]!;
    for (const [nth, size] of sizes.entries()) {
      await this.page.setViewportSize(size);
      const where = `${name} at ${size.width} px`;
      const [first, second] = nth === 0 ? inTurns : inTurns.toReversed();
      const inFirst = await violations(this.page, first!);
      const inSecond = await violations(this.page, second!, ofColor);
      this.problems.push(
        ...inFirst.map((found) => `${where}, ${first}: ${found}`),
        ...inSecond.map((found) => `${where}, ${second}: ${found}`),
      );
      const found = [
        ...(await misfits(this.page)),
        ...(await scrollbarProblems(this.page)),
        ...(await unmarkedChoices(this.page)),
      ];
      this.problems.push(...found.map((what) => `${where}: ${what}`));
    }
  }
}

/** A browser of somebody who looks at what opens. */
export async function looker(browser: Browser): Promise<{ page: Page; looks: Looks }> {
  const permissions = ['camera', 'microphone', 'clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ reducedMotion: 'reduce', permissions });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  return { page, looks: new Looks(page) };
}
