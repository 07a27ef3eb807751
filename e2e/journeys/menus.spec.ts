import { hostEmail, logIn } from '../support/session.ts';
import { shiftsOnReload } from '../support/layout-shifts.ts';
import { expect, test } from '../support/test.ts';

test(
  'the phone’s menu has the rows of who looks, and gives the keyboard back however it closes',
  { tag: '@long' },
  async ({ product, context, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: 'Open menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const rows = menu.getByRole('navigation').locator('a, button');
    const closesBy = async (act: () => Promise<void>) => {
      await act();
      await expect(menu).toBeHidden();
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
    };
    await page.goto(`${product.url}/terms/privacy`);
    await page.locator('html[data-ready]').waitFor();
    await expect(page.getByRole('contentinfo')).toContainText('Version 0.1.9');
    await opener.click();
    await expect(rows).toHaveText(['Discover', 'Help center', 'Switch to dark mode']);
    await closesBy(() => page.keyboard.press('Escape'));
    await closesBy(() => menu.getByRole('button', { name: 'Close' }).click());
    await menu.getByRole('button', { name: 'Log in or sign up' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Sign up' }).click();
    for (const [width, height] of [
      [844, 390],
      [390, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await panel.getByRole('button', { name: 'Create account' }).scrollIntoViewIfNeeded();
      await expect(panel.getByRole('button', { name: 'Close' }), 'it stays while the form scrolls').toBeInViewport();
    }
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await opener.click();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(menu).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });

    await logIn(context, product, hostEmail);
    await page.reload();
    await page.getByRole('button', { name: /^Your account/ }).waitFor();
    await opener.click();
    const shared = ['Discover', 'My tickets'];
    const events = [/^Host/, 'My events', 'Stats', /^Meeting requests/, /^Activity/, /^Meetings/];
    const pages = ['Influencer profile', 'My public page', 'Balance', 'Payout methods', 'My account'];
    const toViewer = ['Publish an event', 'Go to viewer mode', 'Switch to dark mode'];
    await expect(rows).toHaveText([...shared, ...events, ...pages, ...toViewer]);
    await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible();
    await closesBy(() => menu.getByRole('button', { name: 'Go to viewer mode' }).click());
    const viewers = ['My account', 'Public profile', 'Billing', 'Payment methods'];
    const sides = ['Help center', 'Go to influencer mode', 'Switch to dark mode'];
    await expect(rows).toHaveText([...shared, /^Meetings/, ...viewers, ...sides]);
    await menu.getByRole('link', { name: 'Public profile' }).click();
    await expect(page).toHaveURL(`${product.url}/viewer_profile`);
    await expect(menu).toBeHidden();

    // The account's own menu: chips above its pages here, next to them on a desktop; it comes with the page and moves
    // nothing.
    const own = page.getByRole('navigation', { name: 'Your account' });
    const current = own.locator('[aria-current="page"]');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const moved = await shiftsOnReload(page, [own, page.getByRole('heading', { name: 'Public profile' })]);
      expect(moved, `at ${width}`).toBeLessThan(0.02);
      await expect(own.getByRole('link')).toHaveText(['My tickets', /^Meetings/, ...viewers]);
      await expect(current).toHaveText(['Public profile']);
      await expect(current).toBeInViewport({ ratio: 1 });
    }
    await page.locator('#content').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'My tickets' })).toBeVisible();
    await expect(current).toHaveText(['My tickets']);
  },
);

test('the header is a hamburger up to 768 px, and no pixel further', { tag: '@long' }, async ({ product, page }) => {
  const opener = page.getByRole('button', { name: 'Open menu' });
  const bar = page.getByRole('banner').getByRole('link', { name: 'Discover' });
  await page.goto(`${product.url}/terms/privacy`);
  await page.locator('html[data-ready]').waitFor();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(opener).toBeVisible();
  await expect(bar).toBeHidden();
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.setViewportSize({ width: 769, height: 800 });
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await expect(opener).toBeHidden();
  await expect(bar).toBeVisible();
});
