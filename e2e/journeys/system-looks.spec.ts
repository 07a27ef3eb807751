import { startableEvent } from '../stage/live-room.ts';
import { withClassicScrollbars } from '../stage/browser.ts';
import { desktop, holdStill, phone } from '../stage/looks.ts';
import { people, screens } from '../stage/screens.ts';
import { logIn } from '../stage/session.ts';
import { scrollbarProblems, unmarkedChoices } from '../stage/system-looks.ts';
import { expect, test } from '../stage/test.ts';

/** Windows and Linux: scrollbars take 15 px, and a system may replace all colors by its own. */
test.use({ launchOptions: withClassicScrollbars });
test.describe.configure({ mode: 'parallel' });

for (const as of people) {
  test(
    `every screen of ${as ?? 'a stranger'} fits next to classic scrollbars and shows choices in forced colors`,
    { tag: '@long' },
    async ({ product, browser }) => {
      const eventUuid = await startableEvent(product);
      const problems: string[] = [];
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      if (as) await logIn(context, product, as);
      const page = await context.newPage();
      for (const [turn, screen] of screens.filter((one) => one.as === as).entries()) {
        await page.setViewportSize(phone);
        await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'dark' : 'light' });
        await page.goto(product.url + screen.path(eventUuid));
        await expect(page.getByText(screen.shows).filter({ visible: true }).first(), screen.name).toBeVisible();
        await holdStill(page);
        for (const size of [phone, desktop]) {
          await page.setViewportSize(size);
          const found = [...(await scrollbarProblems(page)), ...(await unmarkedChoices(page))];
          problems.push(...found.map((what) => `${screen.name} at ${size.width} px: ${what}`));
        }
      }
      await context.close();
      expect(problems).toEqual([]);
    },
  );
}
