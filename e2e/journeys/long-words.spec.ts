import type { Page } from '@playwright/test';
import { withClassicScrollbars } from '../support/browser.ts';
import { liveEvent } from '../support/live-room.ts';
import { phone } from '../support/looks.ts';
import { publishEvent } from '../support/publish.ts';
import { hostEmail, logIn, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: withClassicScrollbars, viewport: phone });

/** As long as a title may be, and no place to break it. */
const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(4).slice(0, 120);

/** Not against the window: its scrollbar takes room. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test(
  'a title, description or name of one long word breaks on a phone: event of a series, scanner, statistics, list of events, hosts that were searched for',
  { tag: '@long' },
  async ({ product, page }) => {
    const wider: string[] = [];
    const looksAt = async (where: string): Promise<void> => {
      const by = await sideways(page);
      if (by > 0) wider.push(`${where} by ${by} px`);
    };
    const uuid = await publishEvent(product, { title: word, description: word + word, tickets: 3, price: 0, weeks: 2 });
    await logIn(page.context(), product, hostEmail);
    for (const [path, part] of [
      [`/event/${uuid}`, page.getByRole('link', { name: word })],
      [`/my_live_events/scan/${uuid}`, page.getByRole('button', { name: 'Start camera' })],
      ['/stats', page.getByRole('heading', { name: 'All metrics' })],
      ['/my_live_events', page.getByRole('link', { name: word })],
    ] as const) {
      await page.goto(product.url + path);
      await expect(part.first()).toBeVisible();
      await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
      await looksAt(path);
    }
    // By the answer alone: every journey would find a host who is called so.
    await page.route(/\/api\/search\?/, async (route) => {
      const answer = await route.fetch();
      const found = (await answer.json()) as { data: { hosts: { user: { user_name: string } }[] } };
      for (const { user } of found.data.hosts) user.user_name = word;
      await route.fulfill({ response: answer, json: found });
    });
    // Typed, because the server draws the results of an address.
    await page.goto(`${product.url}/search`);
    await page.locator('html[data-ready]').waitFor();
    await page.getByRole('main').getByRole('searchbox').fill('nora');
    await expect(page.getByRole('link', { name: word })).toBeVisible();
    await looksAt('/search');
    // A search that was typed over may still be on its way.
    await page.unrouteAll({ behavior: 'wait' });
    expect(wider).toEqual([]);
  },
);

test(
  'long words of a raised hand leave every button of the bar on a phone',
  { tag: '@long' },
  async ({ product, page }) => {
    const { access_token: token } = await logIn(page.context(), product, viewerEmail);
    const { uuid, end } = await liveEvent(product, 'A hand up in another language', token);
    await page.goto(`${product.url}/streaming/${uuid}`);
    await page.getByRole('button', { name: 'Join streaming' }).click();
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Raise hand' }).click();
    await bar.getByText('1st in line').evaluate((words) => (words.textContent = 'Nr. 112 in der Reihe'));
    const cut = await bar
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => button.checkVisibility() && button.getBoundingClientRect().right > window.innerWidth)
          .map(({ ariaLabel }) => ariaLabel),
      );
    expect(cut).toEqual([]);
    await end();
  },
);
