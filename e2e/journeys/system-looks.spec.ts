import { startableEvent } from '../support/live-room.ts';
import { withClassicScrollbars } from '../support/browser.ts';
import { desktop, holdStill, phone } from '../support/looks.ts';
import { people, screens } from '../support/screens.ts';
import { hostEmail, logIn } from '../support/session.ts';
import { scrollbarProblems, unmarkedChoices, unmarkedFocus } from '../support/system-looks.ts';
import { expect, test } from '../support/test.ts';

/** Windows and Linux: scrollbars take 15 px, and a system may replace all colors by its own. */
test.use({ launchOptions: withClassicScrollbars });
test.describe.configure({ mode: 'parallel' });

for (const as of people) {
  test(
    `every screen of ${as ?? 'a stranger'} fits next to classic scrollbars and shows choices and focus in forced colors`,
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
          if (size === desktop) found.push(...(await unmarkedFocus(page)));
          problems.push(...found.map((what) => `${screen.name} at ${size.width} px: ${what}`));
        }
      }
      await context.close();
      expect(problems).toEqual([]);
    },
  );
}

test(
  'the QR code of an event is dark on white with a quiet zone in dark forced colors',
  { tag: '@long' },
  async ({ product, browser }) => {
    const context = await browser.newContext({ colorScheme: 'dark', forcedColors: 'active', viewport: phone });
    await logIn(context, product, hostEmail);
    const page = await context.newPage();
    await page.goto(`${product.url}/event/${await startableEvent(product)}/share`);
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('dialog').getByRole('img', { name: 'QR code' });
    await expect(code).toBeVisible();
    const picture = (await code.screenshot({ animations: 'disabled' })).toString('base64');
    const { greys, width, height } = await page.evaluate(async (base64) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
      );
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      const reds = Array.from({ length: data.length / 4 }, (_, n) => data[4 * n]!);
      return { greys: reds, width: bitmap.width, height: bitmap.height };
    }, picture);
    const greyAt = (part: number): number => greys[Math.round(part * height) * width + (width >> 1)]!;
    // The margin above, below, and the dark finder pattern between them, as light and dark as paper and ink.
    expect([greyAt(0.03), greyAt(0.97)]).toEqual([255, 255]);
    expect(greys).toContain(0);
    const dark = greys.filter((grey) => grey < 128).length / greys.length;
    expect(dark).toBeGreaterThan(0.15);
    expect(dark).toBeLessThan(0.5);
    await context.close();
  },
);
