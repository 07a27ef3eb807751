import { startableEvent } from '../support/live-room.ts';
import { desktop, holdStill, misfits, ofColor, phone, schemes, violations } from '../support/looks.ts';
import { missing, people, screens } from '../support/screens.ts';
import { logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/**
 * Every screen, phone and desktop, light and dark: no accessibility violation, no error in the console, nothing wider
 * than the window.
 */
const sizes = [
  { ...phone, isMobile: true, hasTouch: true },
  { ...desktop, isMobile: false, hasTouch: false },
];

test.describe.configure({ mode: 'parallel' });

for (const { width, height, isMobile, hasTouch } of sizes) {
  for (const as of people) {
    const title = `every screen of ${as ?? 'a stranger'} at ${width} px, light and dark`;
    test(title, { tag: '@long' }, async ({ product, browser }) => {
      const eventUuid = await startableEvent(product);
      const problems: string[] = [];
      const context = await browser.newContext({
        viewport: { width, height },
        isMobile,
        hasTouch,
        reducedMotion: 'reduce',
      });
      if (as) await logIn(context, product, as);
      const page = await context.newPage();
      page.on('console', (message) => {
        const { url } = message.location();
        // The browser says so itself when the page's own answer is 404; and a mail's frame runs no script, nor that
        // of the tool's trace.
        const isTold = url.endsWith(missing) || url === 'about:srcdoc';
        if (message.type() === 'error' && !isTold) problems.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
      for (const [turn, screen] of screens.filter((one) => one.as === as).entries()) {
        const [first, second] = schemes[turn % 2]!;
        await page.emulateMedia({ colorScheme: first });
        await page.goto(product.url + screen.path(eventUuid));
        // Some of these words stand in the header, too, and are there before the page is.
        await expect(page.locator('h1'), screen.name).not.toHaveCount(0);
        await expect(page.getByText(screen.shows).filter({ visible: true }).first(), screen.name).toBeVisible();
        await holdStill(page);
        const inFirst = await violations(page, first);
        const inSecond = await violations(page, second, ofColor);
        problems.push(
          ...inFirst.map((found) => `${screen.name}, ${first}: ${found}`),
          ...inSecond.map((found) => `${screen.name}, ${second}: ${found}`),
        );
        problems.push(...(await misfits(page)).map((found) => `${screen.name}: ${found}`));
      }
      await context.close();
      expect(problems).toEqual([]);
    });
  }
}
